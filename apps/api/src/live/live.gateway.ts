import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '@kerf/core';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import {
  type ExecutionArgs,
  GraphQLError,
  type GraphQLFormattedError,
  getOperationAST,
  OperationTypeNode,
  validate,
} from 'graphql';
import type { Context, Disposable, SubscribePayload } from 'graphql-ws';
import { type Extra, useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import {
  type Credential,
  credentialIdOf,
  readBearer,
  readCredential,
  recognise,
} from '../auth/credentials.js';
import { LiveSockets, unauthorizedClose } from '../auth/live-sockets.js';
import { refuseForeignOrigin } from '../auth/same-origin.js';
import { publicUrlOf } from '../env.js';
import { refuseTooComplex } from '../graphql/complexity.js';
import type { GraphqlContext } from '../graphql/graphql-context.js';
import { parseWithinLimits } from '../graphql/limits.js';
import { createLoaders } from '../graphql/loaders.js';
import { refuseUnstorableInput } from '../graphql/refuse-unstorable-input.js';
import { toGraphqlError } from '../graphql/to-graphql-error.js';
import { type ApiParts, PARTS } from '../parts.js';
import { addressKey } from '../request/address-key.js';
import { clientAddress } from '../request/client-address.js';
import { type Caller, withRequest } from '../request/current-request.js';
import { TokenBuckets } from '../request/token-buckets.js';

const path = '/graphql';
/** Maximum size of a message; a subscription is a few lines of text. */
const largestMessageBytes = 64 * 1024;
const maxSubscriptions = 20;

/** Rates of connections from one network, and of subscriptions of one session or token. */
const connectionRate = { burst: 60, refillMs: 1_000 };
const subscriptionRate = { burst: 100, refillMs: 100 };
/** Close code after which clients reconnect later. */
const tryAgainLaterClose = 1_013;

interface Socket extends Extra, Record<PropertyKey, unknown> {
  caller?: Caller;
  /** Keys that the socket counts against. */
  countedAs?: string;
}
type SocketContext = Context<Record<string, unknown>, Socket>;

/** Serves subscriptions over graphql-ws, at the path of the queries. */
@Injectable()
export class LiveGateway implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: largestMessageBytes });
  readonly #connections = new TokenBuckets(connectionRate);
  readonly #subscriptions = new TokenBuckets(subscriptionRate);
  #running: Disposable | undefined;

  constructor(
    @Inject(HttpAdapterHost) private readonly host: HttpAdapterHost,
    @Inject(GraphQLSchemaHost) private readonly schemaHost: GraphQLSchemaHost,
    @Inject(LiveSockets) private readonly sockets: LiveSockets,
    @Inject(PARTS) private readonly parts: ApiParts,
  ) {}

  onApplicationBootstrap(): void {
    this.#running = useServer<Record<string, unknown>, Socket>(
      {
        isProd: true,
        onConnect: (context) => this.#recogniseSocket(context),
        onSubscribe: (context, _id, payload) => this.#prepare(context, payload),
        onError: ({ extra }, _id, _payload, errors) => this.#format(extra, errors),
        onNext: ({ extra }, ...[, , , { data, errors }]) =>
          errors === undefined
            ? undefined
            : { data: data ?? null, errors: this.#format(extra, errors) },
        onClose: ({ extra }) => this.#forget(extra),
      },
      this.#server,
    );
    const server: Server = this.host.httpAdapter.getHttpServer();
    server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
  }

  async onModuleDestroy(): Promise<void> {
    await this.#running?.dispose();
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (request.url?.split('?', 1)[0] !== path) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
      return;
    }
    const network = addressKey(clientAddress(request, this.parts.env.KERF_TRUSTED_PROXIES));
    const wait = this.#connections.take(network, this.parts.ports.clock.now());
    if (wait > 0 || !this.sockets.counts.enter('address', network)) {
      const seconds = Math.max(1, Math.ceil(wait / 1_000));
      socket.end(
        `HTTP/1.1 429 Too Many Requests\r\nRetry-After: ${seconds}\r\nConnection: close\r\n\r\n`,
      );
      return;
    }
    socket.once('close', () => this.sockets.counts.leave('address', network));
    this.#server.handleUpgrade(request, socket, head, (opened) => {
      this.#server.emit('connection', opened, request);
    });
  }

  #forget(extra: Socket): void {
    this.sockets.remove(extra.socket);
    if (extra.countedAs !== undefined) this.sockets.counts.leave('principal', extra.countedAs);
    delete extra.countedAs;
  }

  /** The token of `connection_init` has precedence over the cookie of the page. */
  async #recogniseSocket({ extra, connectionParams }: SocketContext): Promise<boolean> {
    try {
      const credential = this.#credentialOf(extra.request, connectionParams);
      const principal = credential === null ? null : await recognise(this.parts.ports, credential);
      if (credential !== null && principal !== null) {
        // If it has been closed meanwhile, nothing would decrease the count.
        if (extra.socket.readyState === extra.socket.CLOSED) return false;
        const countedAs = credentialIdOf(principal);
        if (!this.sockets.counts.enter('principal', countedAs)) {
          extra.socket.close(tryAgainLaterClose, 'Too many sockets of this session or token');
          return false;
        }
        extra.countedAs = countedAs;
        extra.caller = { principal, requestId: randomUUID() };
        this.sockets.add(extra.socket, credential);
        return true;
      }
    } catch (error) {
      this.parts.log.info({ error }, 'socket refused');
    }
    extra.socket.close(unauthorizedClose, 'Unauthorized');
    return false;
  }

  #credentialOf(
    { headers }: IncomingMessage,
    params: Record<string, unknown> | undefined,
  ): Credential | null {
    const authorization = params?.['authorization'];
    if (typeof authorization === 'string') return readBearer(authorization);
    const credential = readCredential(headers);
    if (credential?.kind === 'Session') refuseForeignOrigin(headers, publicUrlOf(this.parts.env));
    return credential;
  }

  #prepare(
    { extra, subscriptions }: SocketContext,
    { query, variables, operationName }: SubscribePayload,
  ): ExecutionArgs | readonly GraphQLError[] {
    try {
      this.#limitSubscriptions(extra);
      const document = parseWithinLimits(query);
      const { schema } = this.schemaHost;
      const problems = validate(schema, document);
      if (problems.length > 0) return problems;
      const operation = getOperationAST(document, operationName);
      if (operation?.operation !== OperationTypeNode.SUBSCRIPTION) {
        return [
          new GraphQLError(
            'Only subscriptions are served over WebSocket. Send queries and mutations over HTTP.',
          ),
        ];
      }
      if (Object.keys(subscriptions).length > maxSubscriptions) {
        return [new GraphQLError(`A socket can have at most ${maxSubscriptions} subscriptions.`)];
      }
      refuseUnstorableInput(document, variables);
      refuseTooComplex({ schema, document, operation, variables: variables ?? {} });
      return {
        schema,
        document,
        contextValue: this.#contextOf(extra),
        variableValues: variables ?? {},
        ...(operationName === undefined ? {} : { operationName }),
      };
    } catch (error) {
      if (error instanceof GraphQLError) return [error];
      return [
        new GraphQLError('The subscription was refused.', {
          originalError: error instanceof Error ? error : null,
        }),
      ];
    }
  }

  /** @throws AUTH.RATE_LIMITED */
  #limitSubscriptions({ countedAs = '' }: Socket): void {
    const wait = this.#subscriptions.take(countedAs, this.parts.ports.clock.now());
    if (wait === 0) return;
    throw new AppError({
      code: 'AUTH.RATE_LIMITED',
      message: 'Too many subscriptions. Try again later.',
      retry: { kind: 'after', ms: wait },
    });
  }

  #contextOf({ caller }: Socket): GraphqlContext | undefined {
    return caller === undefined
      ? undefined
      : { caller, loaders: createLoaders(this.parts.queries), endSession: null };
  }

  #format({ caller }: Socket, errors: readonly GraphQLError[]): readonly GraphQLFormattedError[] {
    return withRequest(
      { id: caller?.requestId ?? randomUUID(), caller: caller ?? null, isReplay: false },
      () =>
        errors.map((error) => {
          const formatted = error.toJSON();
          const code = formatted.extensions?.['code'] ?? 'BAD_USER_INPUT';
          const extensions = { ...formatted.extensions, code };
          return toGraphqlError(this.parts.log, { ...formatted, extensions }, error);
        }),
    );
  }
}
