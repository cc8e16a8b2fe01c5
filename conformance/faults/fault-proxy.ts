import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';

/** What happens to one exchange between a client and the server behind the proxy. */
export type Fault =
  /** The proxy answers itself; the server gets nothing. */
  | { readonly kind: 'answer'; readonly status: number; readonly body: string }
  /** The server gets nothing, and the client no answer. */
  | { readonly kind: 'hang' }
  /** The connection is reset before the server gets anything. */
  | { readonly kind: 'reset' }
  /** The server acts, and the client gets no answer. */
  | { readonly kind: 'lose-answer' }
  /** The server acts, and the connection is reset in the middle of the answer. */
  | { readonly kind: 'cut-answer' }
  /** The server acts, and the answer ends in its middle as if it was complete. */
  | { readonly kind: 'truncate-answer' }
  /** The server gets the request twice; the client gets the second answer. */
  | { readonly kind: 'repeat' };

/** An exchange, as far as faults choose by it. */
export interface Exchange {
  /** Operation of an AWS call, e.g. `CreateFleet`; empty for other requests. */
  readonly operation: string;
  readonly body: string;
}

export interface FaultProxy {
  /** Address for clients, e.g. `http://127.0.0.1:40123`. */
  readonly url: string;
  /** Returns the fault of the next exchange, or `null`; default: none. */
  choose: (exchange: Exchange) => Fault | null;
  close(): Promise<void>;
}

/** Starts a proxy on 127.0.0.1 in front of an HTTP server. It keeps the header `Host`. */
export async function startFaultProxy(upstream: string): Promise<FaultProxy> {
  const server = createServer((incoming, outgoing) => {
    handle(proxy, upstream, { incoming, outgoing }).catch(() => outgoing.destroy());
  });
  const proxy = {
    url: '',
    choose: (_exchange: Exchange): Fault | null => null,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return Object.assign(proxy, { url: `http://127.0.0.1:${portOf(server.address())}` });
}

const portOf = (address: ReturnType<Server['address']>): number =>
  typeof address === 'object' && address !== null ? address.port : 0;

interface Pair {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

async function handle(
  proxy: Pick<FaultProxy, 'choose'>,
  upstream: string,
  { incoming, outgoing }: Pair,
): Promise<void> {
  const body = await readAll(incoming);
  const fault = proxy.choose({ operation: operationOf(incoming, body), body: String(body) });
  switch (fault?.kind) {
    case 'hang':
      return;
    case 'reset':
      outgoing.destroy();
      return;
    case 'answer':
      outgoing.writeHead(fault.status, { 'content-type': 'text/html' }).end(fault.body);
      return;
    case 'lose-answer':
      await forward(upstream, incoming, body);
      return;
    case 'repeat':
      await forward(upstream, incoming, body);
      break;
    default:
  }
  const answer = await forward(upstream, incoming, body);
  answerWith(outgoing, answer, fault?.kind ?? null);
}

interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Buffer;
}

function answerWith(outgoing: ServerResponse, answer: Answer, fault: Fault['kind'] | null): void {
  const { status, headers, body } = answer;
  const half = body.subarray(0, Math.floor(body.length / 2));
  if (fault === 'cut-answer') {
    outgoing.writeHead(status, headers);
    outgoing.write(half, () => outgoing.destroy());
  } else if (fault === 'truncate-answer') {
    const { 'content-length': _length, ...others } = headers;
    outgoing.writeHead(status, { ...others, connection: 'close' }).end(half);
  } else {
    outgoing.writeHead(status, headers).end(body);
  }
}

async function forward(
  upstream: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): Promise<Answer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(new URL(url ?? '/', upstream), { method, headers }, resolve)
      .once('error', reject)
      .end(body);
  });
  return {
    status: response.statusCode ?? 502,
    headers: response.headers,
    body: await readAll(response),
  };
}

async function readAll(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** Reads the operation of a JSON call from its target, and of a Query call from its form. */
function operationOf({ headers }: IncomingMessage, body: Buffer): string {
  const target = headers['x-amz-target'];
  if (typeof target === 'string') return target.split('.').at(-1) ?? '';
  return new URLSearchParams(String(body)).get('Action') ?? '';
}
