import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './paths.js';

interface ReceivedDelivery {
  readonly body: string;
  readonly signature: string;
  readonly deliveryId: string;
  readonly attempt: string;
}

/** A webhook on this machine, which keeps what it gets, answers with `status`, and asks to wait after a failure. */
export class WebhookReceiver {
  readonly received: ReceivedDelivery[] = [];
  status = 200;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<WebhookReceiver> {
    const server = createServer();
    const receiver = new WebhookReceiver(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const header = (name: string): string => String(request.headers[name] ?? '');
        receiver.received.push({
          body: Buffer.concat(chunks).toString('utf8'),
          signature: header('kerf-signature'),
          deliveryId: header('kerf-delivery-id'),
          attempt: header('kerf-delivery-attempt'),
        });
        // No retry comes by itself while a test is at work.
        response.writeHead(receiver.status, receiver.status < 500 ? {} : { 'retry-after': '600' });
        response.end(receiver.status === 200 ? 'ok' : 'the receiver is out of order');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    const address = this.#server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    return `http://127.0.0.1:${port}/kerf`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Verifies a signature; an example of the documentation. */
export type IsFromKerf = (header: string, body: string, secret: string) => boolean;

/** Returns the function that docs/notifications.md shows, so that the journey runs what users copy. */
export async function readVerifier(): Promise<IsFromKerf> {
  const page = await readFile(join(root, 'docs', 'notifications.md'), 'utf8');
  const [, example = ''] = /```js\n([\s\S]+?)```/.exec(page) ?? [];
  const folder = await mkdtemp(join(tmpdir(), 'kerf-docs-'));
  try {
    const file = join(folder, 'example.mjs');
    await writeFile(file, example);
    const { isFromKerf }: { readonly isFromKerf: IsFromKerf } = await import(
      pathToFileURL(file).href
    );
    return isFromKerf;
  } finally {
    await rm(folder, { recursive: true });
  }
}
