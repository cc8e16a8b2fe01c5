import type { Request, Response } from 'express';
import { GraphQLError } from 'graphql';
import { createHandler } from 'graphql-sse/lib/use/express';
import { credentialIdOf } from '../auth/credentials.js';
import { unauthenticated } from '../contract/public-error.js';
import { currentRequest } from '../request/current-request.js';
import type { EventStreams } from './event-streams.js';
import type { Subscriptions } from './subscriptions.js';

/** Serves subscriptions as server-sent events (graphql-sse, distinct connections), one per request. */
export function serveGraphqlEvents(subscriptions: Subscriptions, streams: EventStreams) {
  const handler = createHandler<Record<PropertyKey, unknown>>({
    // No single-connection mode: a stream belongs to the request that opened it.
    authenticate: () => null,
    async onSubscribe(_request, { query, variables, operationName }) {
      const caller = currentRequest()?.caller ?? undefined;
      if (caller === undefined) throw unauthenticated('Authentication required.');
      const prepared = await subscriptions.prepare(
        { caller, credentialId: credentialIdOf(caller.principal), subscriptions: 1 },
        { query, variables: variables ?? null, operationName: operationName ?? null },
      );
      return isRefused(prepared) ? { data: null, errors: prepared } : prepared;
    },
    subscribe: subscriptions.subscribe,
    onNext: (_context, _request, result) => {
      const { errors } = result;
      if (errors === undefined) return undefined;
      const caller = currentRequest()?.caller ?? undefined;
      const reported = subscriptions
        .format(caller, errors)
        .map(({ message, extensions }) => new GraphQLError(message, { extensions }));
      return { data: null, errors: reported };
    },
  });
  return async (request: Request, response: Response): Promise<void> => {
    const caller = currentRequest()?.caller ?? null;
    if (caller === null) {
      throw unauthenticated('Authentication required. Sign in, or send an API token.');
    }
    await streams.enter(request, caller, response);
    response.setHeader('X-Accel-Buffering', 'no');
    await handler(request, response);
  };
}

function isRefused(prepared: unknown): prepared is readonly GraphQLError[] {
  return Array.isArray(prepared);
}
