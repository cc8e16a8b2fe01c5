import type { ApolloServerPlugin, HeaderMap, HTTPGraphQLHead } from '@apollo/server';
import { type GraphQLFormattedError, OperationTypeNode } from 'graphql';
import { isPublicCode, publicErrors } from '../contract/error-codes.js';
import { badInput } from '../contract/public-error.js';
import { neverTransformed } from '../request/compress-answers.js';
import { currentRequest, replayHeader } from '../request/current-request.js';
import { refuseTooComplex } from './complexity.js';
import { type CostBudget, costOf, type SpentCost } from './cost-budget.js';
import type { GraphqlContext } from './graphql-context.js';
import { refuseUnstorableInput } from './refuse-unstorable-input.js';

/** Refuses requests that cost too much or cannot be stored, and sets the HTTP status of errors. */
export const requestGuards = (budget: CostBudget): ApolloServerPlugin<GraphqlContext> => ({
  requestDidStart: () =>
    Promise.resolve({
      async didResolveOperation(resolved) {
        const { schema, document, operation, request, response, contextValue } = resolved;
        const variables = request.variables ?? {};
        if (operation?.operation === OperationTypeNode.SUBSCRIPTION) {
          throw badInput(
            'Subscriptions are served over WebSocket at /graphql (subprotocol graphql-transport-ws) and as events at /graphql/stream (graphql-sse).',
          );
        }
        if (operation?.operation === OperationTypeNode.MUTATION) {
          response.http.headers.set('cache-control', neverTransformed);
        }
        refuseUnstorableInput(document, variables);
        if (operation !== undefined) {
          const complexity = refuseTooComplex({ schema, document, operation, variables });
          const { id } = contextValue.caller.principal;
          const spent = await budget.spend(id, costOf(complexity));
          contextValue.spent = spent;
          announceCost(response.http.headers, spent);
        }
      },
      willSendResponse({ response, request }) {
        if (response.body.kind !== 'single') return Promise.resolve();
        const { singleResult } = response.body;
        if (currentRequest()?.isReplay === true) {
          response.http.headers.set(replayHeader, 'true');
          singleResult.extensions = { ...singleResult.extensions, idempotencyReplayed: true };
        }
        const accepts = request.http?.headers.get('accept') ?? '';
        // Clients of the older media type read the result of an executed operation only with status 200.
        const setsStatus =
          !('data' in singleResult) || accepts.includes('application/graphql-response+json');
        if ((singleResult.data ?? null) === null && setsStatus) {
          describeFailure(response.http, singleResult.errors?.[0]);
        }
        return Promise.resolve();
      },
    }),
});

/** Sets status and time to wait as REST does. */
function describeFailure(http: HTTPGraphQLHead, error: GraphQLFormattedError | undefined): void {
  const code = error?.extensions?.['code'];
  if (isPublicCode(code)) http.status = publicErrors[code].status;
  const waitMs = error?.extensions?.['retryAfterMs'];
  if (typeof waitMs === 'number') {
    http.headers.set('retry-after', String(Math.ceil(waitMs / 1_000)));
  }
}

/** Header fields as GitHub has them; the numbers are those of the field `rateLimit`. */
function announceCost(headers: HeaderMap, { cost, limit, remaining, resetAt }: SpentCost): void {
  headers.set('x-ratelimit-limit', String(limit));
  headers.set('x-ratelimit-remaining', String(remaining));
  headers.set('x-ratelimit-used', String(limit - remaining));
  headers.set('x-ratelimit-reset', String(Math.ceil(resetAt / 1_000)));
  headers.set('x-ratelimit-resource', 'graphql');
  headers.set('x-ratelimit-cost', String(cost));
}
