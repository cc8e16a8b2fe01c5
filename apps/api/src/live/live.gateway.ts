import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
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
import { type Credential, readBearer, readCredential, recognise } from '../auth/credentials.js';
import { refuseForeignOrigin } from '../auth/same-origin.js';
import { publicUrlOf } from '../env.js';
import { refuseTooComplex } from '../graphql/complexity.js';
import type { GraphqlContext } from '../graphql/graphql-context.js';
import { parseWithinLimits } from '../graphql/limits.js';
import { createLoaders } from '../graphql/loaders.js';
import { toGraphqlError } from '../graphql/to-graphql-error.js';
import { type Asker, withRequest } from '../http/current-request.js';
import { type ApiParts, PARTS } from '../parts.js';
import { LiveSockets, unauthorizedClose } from './live-sockets.js';

const path = '/graphql';
/** A subscription is a few lines of text. */
const largestMessageBytes = 64 * 1024;
const mostSubscriptions = 20;

interface Socket extends Extra, Record<PropertyKey, unknown> {
  asker?: Asker;
}
type SocketContext = Context<Record<string, unknown>, Socket>;

/** Subscriptions over graphql-ws, at the path of the queries. */
@Injectable()
export class LiveGateway implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: largestMessageBytes });
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
        onClose: ({ extra }) => this.sockets.remove(extra.socket),
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
    this.#server.handleUpgrade(request, socket, head, (opened) => {
      this.#server.emit('connection', opened, request);
    });
  }

  /** The token of `connection_init` comes before the cookie of the page that opened the socket. */
  async #recogniseSocket({ extra, connectionParams }: SocketContext): Promise<boolean> {
    try {
      const credential = this.#credentialOf(extra.request, connectionParams);
      const principal = credential === null ? null : await recognise(this.parts.ports, credential);
      if (credential !== null && principal !== null) {
        extra.asker = { principal, requestId: randomUUID() };
        this.sockets.add(extra.socket, credential);
        return true;
      }
    } catch (error) {
      this.parts.log.info({ error }, 'a socket was refused');
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
      const document = parseWithinLimits(query);
      const { schema } = this.schemaHost;
      const problems = validate(schema, document);
      if (problems.length > 0) return problems;
      const operation = getOperationAST(document, operationName);
      if (operation?.operation !== OperationTypeNode.SUBSCRIPTION) {
        return [new GraphQLError('only subscriptions come here; send the rest by HTTP')];
      }
      if (Object.keys(subscriptions).length > mostSubscriptions) {
        return [new GraphQLError(`a socket carries at most ${mostSubscriptions} subscriptions`)];
      }
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
        new GraphQLError('the subscription was refused', {
          originalError: error instanceof Error ? error : null,
        }),
      ];
    }
  }

  #contextOf({ asker }: Socket): GraphqlContext | undefined {
    return asker === undefined
      ? undefined
      : { asker, loaders: createLoaders(this.parts.queries), endSession: null };
  }

  #format({ asker }: Socket, errors: readonly GraphQLError[]): readonly GraphQLFormattedError[] {
    return withRequest({ id: asker?.requestId ?? randomUUID(), asker: asker ?? null }, () =>
      errors.map((error) => {
        const formatted = error.toJSON();
        const code = formatted.extensions?.['code'] ?? 'BAD_USER_INPUT';
        const extensions = { ...formatted.extensions, code };
        return toGraphqlError(this.parts.log, { ...formatted, extensions }, error);
      }),
    );
  }
}
