import { randomUUID } from 'node:crypto';
import type { Logger } from '@kerf/system';
import { Inject, Injectable } from '@nestjs/common';
import {
  type ExecutionArgs,
  GraphQLError,
  type GraphQLFormattedError,
  getOperationAST,
  OperationTypeNode,
  subscribe,
  validate,
} from 'graphql';
import type { SubscribePayload } from 'graphql-ws';
import type { DocumentCode } from '../contract/error-codes.js';
import { unauthenticated } from '../contract/public-error.js';
import { refuseTooComplex } from '../graphql/complexity.js';
import { ContextFactory, type GraphqlContext } from '../graphql/graphql-context.js';
import { refuseUnstorableInput } from '../graphql/refuse-unstorable-input.js';
import { toGraphqlError } from '../graphql/to-graphql-error.js';
import { LOG, RATE_LIMITS } from '../parts.js';
import { type Caller, withRequest } from '../request/current-request.js';
import { RateLimit, type RateLimitStore, rateLimited } from '../request/rate-limits.js';
import { eachAsRequest } from './each-as-request.js';
import { SubscriptionDocuments } from './subscription-documents.js';

const maxSubscriptions = 20;
/** Rate limit of one session or token. */
const subscriptionRate = { name: 'subscription', burst: 100, refillMs: 100, isGuess: false };

/** The socket of a subscription. */
export interface Subscriber {
  readonly caller: Caller | undefined;
  /** ID of the session or token. */
  readonly credentialId: string;
  /** Number of subscriptions of the socket, with this one. */
  readonly subscriptions: number;
}

type SubscriptionContext = { [Name in keyof GraphqlContext]: GraphqlContext[Name] };

/** The arguments that graphql-js executes. */
interface PreparedSubscription extends ExecutionArgs {
  readonly contextValue: SubscriptionContext;
}

/** Checks subscriptions as requests over HTTP are checked. */
@Injectable()
export class Subscriptions {
  readonly #rate: RateLimit;
  readonly #contexts = new WeakMap<object, GraphqlContext>();

  constructor(
    @Inject(SubscriptionDocuments) private readonly documents: SubscriptionDocuments,
    @Inject(ContextFactory) private readonly contexts: ContextFactory,
    @Inject(LOG) private readonly log: Logger,
    @Inject(RATE_LIMITS) rateLimits: RateLimitStore,
  ) {
    this.#rate = new RateLimit(rateLimits, subscriptionRate);
  }

  /** Returns what graphql-js executes, or why it does not. */
  async prepare(
    subscriber: Subscriber,
    { query, variables, operationName }: SubscribePayload,
  ): Promise<PreparedSubscription | readonly GraphQLError[]> {
    const { caller } = subscriber;
    try {
      if (caller === undefined) throw unauthenticated('Authentication required.');
      await this.#limit(subscriber);
      const { schema, document } = this.documents.read(query, caller);
      const problems = validate(schema, document);
      if (problems.length > 0) {
        return problems.map((problem) => withCode(problem, 'GRAPHQL_VALIDATION_FAILED'));
      }
      const operation = getOperationAST(document, operationName);
      if (operation?.operation !== OperationTypeNode.SUBSCRIPTION) {
        return [
          new GraphQLError(
            'Only subscriptions are served over WebSocket. Send queries and mutations over HTTP.',
          ),
        ];
      }
      if (subscriber.subscriptions > maxSubscriptions) {
        return [new GraphQLError(`A socket can have at most ${maxSubscriptions} subscriptions.`)];
      }
      refuseUnstorableInput(document, variables);
      refuseTooComplex({ schema, document, operation, variables: variables ?? {} });
      return {
        schema,
        document,
        contextValue: this.#open(caller),
        variableValues: variables ?? {},
        ...(operationName === undefined ? {} : { operationName }),
      };
    } catch (error) {
      if (error instanceof GraphQLError) return [withCode(error, 'GRAPHQL_PARSE_FAILED')];
      return [
        new GraphQLError('The subscription was refused.', {
          originalError: error instanceof Error ? error : null,
        }),
      ];
    }
  }

  /** Subscribes as graphql-js does, and executes each event as a request of its caller. */
  readonly subscribe = async (args: ExecutionArgs) => {
    const events = await subscribe(args);
    const { contextValue: value } = args;
    const context =
      typeof value === 'object' && value !== null ? this.#contexts.get(value) : undefined;
    return context === undefined || !(Symbol.asyncIterator in events)
      ? events
      : eachAsRequest(events, context, () => this.contexts.renew(context));
  };

  /** The context is a plain object, because graphql-sse requires one. */
  #open(caller: Caller): SubscriptionContext {
    const context = { ...this.contexts.ofSubscription(caller) };
    this.#contexts.set(context, context);
    return context;
  }

  /** @throws AUTH.RATE_LIMITED */
  async #limit({ credentialId }: Subscriber): Promise<void> {
    const result = await this.#rate.take(credentialId);
    if (result.kind === 'Taken') return;
    throw rateLimited(result.waitMs, 'Too many subscriptions. Try again later.');
  }

  format(
    caller: Caller | undefined,
    errors: readonly GraphQLError[],
  ): readonly GraphQLFormattedError[] {
    return withRequest(
      { id: caller?.requestId ?? randomUUID(), caller: caller ?? null, isReplay: false },
      () =>
        errors.map((error) => {
          const formatted = error.toJSON();
          const code = formatted.extensions?.['code'] ?? 'BAD_USER_INPUT';
          const extensions = { ...formatted.extensions, code };
          return toGraphqlError(this.log, { ...formatted, extensions }, error);
        }),
    );
  }
}

/** The codes that queries over HTTP have. */
function withCode(error: GraphQLError, code: DocumentCode): GraphQLError {
  const { message, nodes, source, positions, extensions } = error;
  return new GraphQLError(message, {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    extensions: { code, ...extensions },
  });
}
