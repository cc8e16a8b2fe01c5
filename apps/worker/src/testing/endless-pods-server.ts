import { createServer, type Server } from 'node:https';
import { isRecord, toRecord } from '@kerf/core';
import { pendingPodObject } from '@kerf/testing';
import { makeCertificate } from '../../../../conformance/faults/certificate.js';

const labelLength = 50_000;
const pageMark = '#page#';

/**
 * An API server whose list of pods has no end. Its pages and objects are within the limits of a worker, but
 * their labels fill a small heap sooner than the cluster has as many objects as a worker may hold.
 */
export class EndlessPodsServer {
  readonly url: string;
  /** The server's certificate authority, as Base64. */
  readonly certificateAuthority: string;
  readonly #server: Server;

  private constructor(server: Server, certificate: string) {
    this.#server = server;
    this.certificateAuthority = Buffer.from(certificate).toString('base64');
    const address = server.address();
    this.url = `https://127.0.0.1:${isRecord(address) ? String(address['port']) : ''}`;
  }

  static async start(): Promise<EndlessPodsServer> {
    const { certificate, key } = await makeCertificate();
    const pages = new Pages();
    const server = createServer({ cert: certificate, key }, (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'https://127.0.0.1');
      request.resume();
      response.on('error', () => undefined);
      response.writeHead(200, { 'content-type': 'application/json' });
      if (searchParams.has('watch')) return response.flushHeaders();
      if (pathname !== '/api/v1/pods') return response.end(JSON.stringify(emptyList));
      return response.end(pages.next(Number(searchParams.get('limit') ?? 1)));
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    return new EndlessPodsServer(server, certificate);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => void this.#server.close(() => resolve()));
  }
}

const emptyList = { metadata: { resourceVersion: '1' }, items: [] };

/** Makes pages quickly: their texts differ in their numbers only. */
class Pages {
  readonly #templates = new Map<number, string>();
  #count = 0;

  next(amount: number): string {
    this.#count += 1;
    return this.#templateOf(amount).replaceAll(pageMark, String(this.#count));
  }

  #templateOf(amount: number): string {
    const known = this.#templates.get(amount);
    if (known !== undefined) return known;
    const items = Array.from({ length: amount }, (_, item) => largePod(`p-${pageMark}-${item}`));
    const metadata = { resourceVersion: '1', continue: pageMark };
    const template = JSON.stringify({ metadata, items });
    this.#templates.set(amount, template);
    return template;
  }
}

/** No other pod has the same labels, so Kerf keeps them for each. */
function largePod(name: string): object {
  const pod = pendingPodObject(name);
  const labels = { pod: name, long: 'x'.repeat(labelLength) };
  return { ...pod, metadata: { ...toRecord(pod['metadata']), labels } };
}
