import type { ApolloServerPlugin } from '@apollo/server';
import { OperationTypeNode } from 'graphql';
import { isPublicCode, publicErrors } from '../contract/error-codes.js';
import { badInput } from '../contract/public-error.js';
import { neverTransformed } from '../request/compress-answers.js';
import { currentRequest, replayHeader } from '../request/current-request.js';
import { refuseTooComplex } from './complexity.js';
import type { GraphqlContext } from './graphql-context.js';
import { refuseUnstorableInput } from './refuse-unstorable-input.js';

/** Refuses requests that cost too much or cannot be stored, and sets the HTTP status of errors. */
export const requestGuards: ApolloServerPlugin<GraphqlContext> = {
  requestDidStart: () =>
    Promise.resolve({
      didResolveOperation({ schema, document, operation, request, response }) {
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
          refuseTooComplex({ schema, document, operation, variables });
        }
        return Promise.resolve();
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
          const code = singleResult.errors?.[0]?.extensions?.['code'];
          if (isPublicCode(code)) response.http.status = publicErrors[code].status;
        }
        return Promise.resolve();
      },
    }),
};
