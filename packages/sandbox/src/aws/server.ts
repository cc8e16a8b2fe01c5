import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { closeNow, listen } from '../http-listener.js';
import type { ClusterDirectory } from '../world/cluster-directory.js';
import type { World } from '../world/world.js';
import { createDispatch, type Dispatch } from './dispatch.js';
import type { HttpReply, HttpRequest } from './protocol/protocol.js';
import { services } from './services.js';

/** The largest request of the services here is an SQS message of 1 MiB, plus its envelope. */
const maxBodyBytes = 2 * 1024 * 1024;
const loopback = '127.0.0.1';

export interface AwsServerOptions {
  readonly world: World;
  readonly clusters: ClusterDirectory;
  /** Default: a free port. */
  readonly port?: number;
  /** Address to listen on; default 127.0.0.1. */
  readonly listenHost?: string;
  /** Host name for clients; default 127.0.0.1. */
  readonly advertisedHost?: string;
  /** Latency of calls as a factor of AWS's usual latency; default 0, no latency. */
  readonly latency?: number;
  /** Called for each bug; the client gets an internal error. */
  readonly onBug: (error: unknown, operation: string) => void;
}

export interface AwsServer {
  /** Value for `AWS_ENDPOINT_URL`, e.g. `http://127.0.0.1:4566`. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Starts the simulated AWS.
 * @throws AppError `CONFIG.INVALID` if the port is in use
 */
export async function startAwsServer(options: AwsServerOptions): Promise<AwsServer> {
  const { world, clusters, port = 0, latency = 0, onBug } = options;
  const dispatch = createDispatch({ world, clusters, services, latency, onBug });
  const closing = new AbortController();
  const server = createServer((request, response) => {
    serve(dispatch, request, response, { world, closing: closing.signal }).catch(
      (error: unknown) => {
        onBug(error, `${request.method} ${request.url}`);
        response.destroy();
      },
    );
  });
  const host = options.listenHost ?? loopback;
  const ownPort = await listen(server, 'The simulated AWS', { port, host });
  return {
    url: `http://${options.advertisedHost ?? loopback}:${ownPort}`,
    port: ownPort,
    close: () => {
      closing.abort();
      return closeNow(server);
    },
  };
}

async function serve(
  dispatch: Dispatch,
  incoming: IncomingMessage,
  response: ServerResponse,
  { world, closing }: { readonly world: World; readonly closing: AbortSignal },
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => {
    gone.abort();
  });
  const body = await readBody(incoming);
  if (body === null) {
    send(response, { status: 413, headers: { connection: 'close' }, body: '' }, world);
    return;
  }
  const reply = await dispatch(toRequest(incoming, body), {
    endpoint: `http://${incoming.headers.host ?? loopback}`,
    signal: AbortSignal.any([gone.signal, closing]),
  });
  if (reply !== null) send(response, reply, world);
}

/** Returns the body; `null` if it is too large. */
async function readBody(incoming: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    size += bytes.length;
    if (size > maxBodyBytes) return null;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function toRequest(incoming: IncomingMessage, body: Buffer): HttpRequest {
  const [path = '/', ...query] = (incoming.url ?? '/').split('?');
  const headers = Object.entries(incoming.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(',') : value] as const],
  );
  return {
    method: incoming.method ?? 'GET',
    path,
    query: query.join('?'),
    headers: Object.fromEntries(headers),
    body,
  };
}

function send(response: ServerResponse, reply: HttpReply, world: World): void {
  const body = Buffer.from(reply.body);
  response.writeHead(reply.status, {
    ...reply.headers,
    'content-length': body.length,
    // The simulated time, because the SDKs correct their clocks by it.
    date: new Date(world.timers.now()).toUTCString(),
  });
  response.end(body);
}
