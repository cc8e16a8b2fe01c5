import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from '@kerf/system';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Context, Disposable } from 'graphql-ws';
import { type Extra, useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import { credentialIdOf } from '../auth/credentials.js';
import { LiveSockets, unauthorizedClose } from '../auth/live-sockets.js';
import { LOG } from '../parts.js';
import type { Caller } from '../request/current-request.js';
import { Subscriptions } from './subscriptions.js';

const path = '/graphql';
/** Maximum size of a message; a subscription is a few lines of text. */
const largestMessageBytes = 64 * 1024;
/** Close code after which clients reconnect later. */
const tryAgainLaterClose = 1_013;

interface Socket extends Extra, Record<PropertyKey, unknown> {
  caller?: Caller;
  /** ID of the session or token that the socket counts against. */
  countedAs?: string;
}
type SocketContext = Context<Record<string, unknown>, Socket>;

/** Serves subscriptions over graphql-ws, at the path of the queries. */
@Injectable()
export class LiveGateway implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: largestMessageBytes });
  #running: Disposable | undefined;

  constructor(
    @Inject(HttpAdapterHost) private readonly host: HttpAdapterHost,
    @Inject(LiveSockets) private readonly sockets: LiveSockets,
    @Inject(Subscriptions) private readonly subscriptions: Subscriptions,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const { subscriptions } = this;
    this.#running = useServer<Record<string, unknown>, Socket>(
      {
        isProd: true,
        onConnect: (context) => this.#recogniseSocket(context),
        onSubscribe: ({ extra, subscriptions: open }, _id, payload) =>
          subscriptions.prepare(
            {
              caller: extra.caller,
              credentialId: extra.countedAs ?? '',
              subscriptions: Object.keys(open).length,
            },
            payload,
          ),
        subscribe: subscriptions.subscribe,
        onError: ({ extra }, _id, _payload, errors) => subscriptions.format(extra.caller, errors),
        onNext: ({ extra }, ...[, , , { data, errors }]) =>
          errors === undefined
            ? undefined
            : { data: data ?? null, errors: subscriptions.format(extra.caller, errors) },
        onClose: ({ extra }) => this.#forget(extra),
      },
      this.#server,
    );
    const server: Server = this.host.httpAdapter.getHttpServer();
    server.on('upgrade', (request, socket, head) => {
      this.#upgrade(request, socket, head).catch((error: unknown) => {
        this.log.warn({ error }, 'upgrade to a WebSocket failed');
        socket.destroy();
      });
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.#running?.dispose();
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    if (request.url?.split('?', 1)[0] !== path) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
      return;
    }
    if (!this.sockets.isOwnHost(request)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
      return;
    }
    // Until the WebSocket server listens to it, an error of the socket would end the process.
    const destroy = (): void => void socket.destroy();
    socket.on('error', destroy);
    const admission = await this.sockets.admit(request);
    if (admission.kind === 'Refused') {
      const seconds = Math.max(1, Math.ceil(admission.waitMs / 1_000));
      socket.end(
        `HTTP/1.1 429 Too Many Requests\r\nRetry-After: ${seconds}\r\nConnection: close\r\n\r\n`,
      );
      return;
    }
    // A socket that has closed meanwhile does not emit `close` again.
    if (socket.destroyed) {
      admission.leave();
      return;
    }
    socket.once('close', admission.leave);
    socket.off('error', destroy);
    this.#server.handleUpgrade(request, socket, head, (opened) => {
      this.#server.emit('connection', opened, request);
    });
  }

  #forget(extra: Socket): void {
    this.sockets.remove(extra.socket);
    if (extra.countedAs !== undefined) this.sockets.counts.leave('principal', extra.countedAs);
    delete extra.countedAs;
  }

  async #recogniseSocket({ extra, connectionParams }: SocketContext): Promise<boolean> {
    try {
      const authenticated = await this.sockets.authenticate(extra.request, connectionParams);
      if (authenticated !== null) {
        const { principal } = authenticated;
        const isAdmitted = await this.sockets.settle(extra.request, principal);
        // If it has been closed meanwhile, nothing would decrease the count.
        if (extra.socket.readyState === extra.socket.CLOSED) return false;
        const countedAs = credentialIdOf(principal);
        if (!isAdmitted || !this.sockets.counts.enter('principal', countedAs)) {
          extra.socket.close(tryAgainLaterClose, 'Too many sockets of this session or token');
          return false;
        }
        extra.countedAs = countedAs;
        extra.caller = { principal, requestId: randomUUID() };
        this.sockets.add(extra.socket, authenticated);
        return true;
      }
    } catch (error) {
      this.log.info({ error }, 'socket refused');
    }
    extra.socket.close(unauthorizedClose, 'Unauthorized');
    return false;
  }
}
