import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  request as sendPlainly,
} from 'node:http';
import {
  createServer as createTlsServer,
  request as sendEncrypted,
  type Server as TlsServer,
} from 'node:https';
import { createServer as createListener, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionMode, Exchange, Fault, WatchFault } from './fault.ts';
import { shiftDate, shiftTimes } from './shift-clock.ts';
import { sendInterimOnly, trickle } from './trickle.ts';
import { WatchRelay } from './watch-relay.ts';

export type { Exchange, Fault } from './fault.ts';

/** A certificate and its key, as PEM texts. */
export interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

export interface ProxyTls {
  /** The certificate that the proxy shows to clients. */
  readonly server: Certificate;
  /** Certificate authority of the server behind the proxy, as a PEM text. */
  readonly upstreamAuthority: string;
}

/**
 * Starts a proxy on 127.0.0.1 in front of an HTTP server, or with `tls` of an HTTPS server. It keeps
 * the header `Host`.
 */
export async function startFaultProxy(
  upstream: string,
  tls: ProxyTls | null = null,
): Promise<FaultProxy> {
  const proxy = new FaultProxy(upstream, tls);
  await proxy.listen();
  return proxy;
}

/** A proxy that injects faults into the exchanges and connections that it passes on. */
export class FaultProxy {
  /** Returns the fault of the next exchange, or `null`; default: none. */
  choose: (exchange: Exchange) => Fault | null = () => null;
  connections: ConnectionMode = 'serve';
  /** All exchanges so far, in the order in which they began. */
  readonly exchanges: Exchange[] = [];

  readonly #upstream: string;
  readonly #tls: ProxyTls | null;
  readonly #server: Server | TlsServer;
  readonly #listener = createListener({ allowHalfOpen: true, noDelay: true }, (socket) =>
    this.#connect(socket),
  );
  /** By the port of the client. */
  readonly #sockets = new Map<number, Socket>();
  readonly #watches = new Set<WatchRelay>();

  constructor(upstream: string, tls: ProxyTls | null) {
    this.#upstream = upstream;
    this.#tls = tls;
    this.#server =
      tls === null
        ? createServer()
        : createTlsServer({ cert: tls.server.certificate, key: tls.server.key });
    this.#server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
      this.#handle({ incoming, outgoing }).catch(() => outgoing.destroy());
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#listener.listen(0, '127.0.0.1', resolve);
    });
  }

  /** Address for clients, e.g. `http://127.0.0.1:40123`. */
  get url(): string {
    const address = this.#listener.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    return `${this.#tls === null ? 'http' : 'https'}://127.0.0.1:${port}`;
  }

  /** Number of watches that are open for the client. */
  get watchCount(): number {
    return this.#watches.size;
  }

  /** Applies a fault to all open watches, or to those of one collection. */
  faultWatches(fault: WatchFault, path: string | null = null): void {
    for (const watch of this.#watches) {
      if (path !== null && watch.path !== path) continue;
      if (fault === 'reset') this.#reset(watch.outgoing);
      else watch.apply(fault);
    }
  }

  /** Shows another certificate to new connections, and closes the present ones. */
  showCertificate({ certificate, key }: Certificate): void {
    if ('setSecureContext' in this.#server)
      this.#server.setSecureContext({ cert: certificate, key });
    this.closeConnections();
  }

  closeConnections(): void {
    for (const socket of this.#sockets.values()) socket.destroy();
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#listener.close(() => resolve());
    });
    this.closeConnections();
    await closed;
  }

  #connect(socket: Socket): void {
    const port = socket.remotePort ?? 0;
    this.#sockets.set(port, socket);
    socket.on('close', () => this.#sockets.delete(port));
    socket.on('error', () => socket.destroy());
    if (this.connections === 'serve') this.#server.emit('connection', socket);
    if (this.connections === 'reset') socket.resetAndDestroy();
  }

  #reset({ socket }: ServerResponse): void {
    this.#sockets.get(socket?.remotePort ?? 0)?.resetAndDestroy();
  }

  async #handle({ incoming, outgoing }: Pair): Promise<void> {
    const body = await readAll(incoming);
    const exchange = readExchange(incoming, body);
    this.exchanges.push(exchange);
    const fault = this.choose(exchange);
    switch (fault?.kind) {
      case 'hang':
        return;
      case 'reset':
        this.#reset(outgoing);
        return;
      case 'answer':
        outgoing
          .writeHead(fault.status, { 'content-type': 'text/html', ...fault.headers })
          .end(fault.body);
        return;
      case 'interim-only':
        await sendInterimOnly(outgoing, fault.everyMs);
        return;
      case 'repeat':
        await readAnswer(await this.#send(incoming, body));
        break;
      default:
    }
    const response = await this.#send(incoming, body);
    if (exchange.isWatch) await this.#relay(exchange, { incoming: response, outgoing }, fault);
    else await this.#answer(outgoing, await readAnswer(response), fault);
  }

  async #relay(exchange: Exchange, pair: Pair, fault: Fault | null): Promise<void> {
    const watch = new WatchRelay(exchange.path, pair, fault);
    this.#watches.add(watch);
    pair.outgoing.on('close', () => this.#watches.delete(watch));
    await watch.run();
  }

  async #answer(outgoing: ServerResponse, answer: Answer, fault: Fault | null): Promise<void> {
    const { status, headers, body } = answer;
    const half = body.subarray(0, Math.floor(body.length / 2));
    switch (fault?.kind) {
      case 'lose-answer':
        return;
      case 'cut-answer':
        outgoing.writeHead(status, headers);
        outgoing.write(half, () => this.#reset(outgoing));
        return;
      case 'stall-answer':
        outgoing.writeHead(status, headers).write(half);
        return;
      case 'half-close':
        outgoing.writeHead(status, headers);
        outgoing.write(half, () => outgoing.socket?.end());
        return;
      case 'truncate-answer': {
        const { 'content-length': _length, ...others } = headers;
        outgoing.writeHead(status, { ...others, connection: 'close' }).end(half);
        return;
      }
      case 'trickle':
        outgoing.writeHead(status, headers);
        await trickle(outgoing, body, fault.everyMs);
        outgoing.end();
        return;
      case 'delay':
        await sleep(fault.ms);
        break;
      case 'shift-clock': {
        const { 'content-length': _length, ...others } = shiftDate(headers, fault);
        outgoing.writeHead(status, others).end(shiftTimes(String(body), fault));
        return;
      }
      default:
    }
    outgoing.writeHead(status, headers).end(body);
  }

  #send({ method, url, headers }: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    const target = new URL(url ?? '/', this.#upstream);
    return new Promise((resolve, reject) => {
      const sent =
        this.#tls === null
          ? sendPlainly(target, { method, headers }, resolve)
          : sendEncrypted(target, { method, headers, ca: this.#tls.upstreamAuthority }, resolve);
      sent.once('error', reject).end(body);
    });
  }
}

/** A message to the proxy, or to its client, and the answer to it. */
interface Pair {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Buffer;
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
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

function readExchange(incoming: IncomingMessage, body: Buffer): Exchange {
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://proxy');
  return {
    method: incoming.method ?? 'GET',
    path: pathname,
    query: searchParams,
    isWatch: ['1', 'true'].includes(searchParams.get('watch') ?? ''),
    operation: operationOf(incoming, body),
    body: String(body),
  };
}

/** Reads the operation of a JSON call from its target, and of a Query call from its form. */
function operationOf({ headers }: IncomingMessage, body: Buffer): string {
  const target = headers['x-amz-target'];
  if (typeof target === 'string') return target.split('.').at(-1) ?? '';
  return new URLSearchParams(String(body)).get('Action') ?? '';
}
