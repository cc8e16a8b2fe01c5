import type { Request, Response } from 'express';
import { GraphQLError } from 'graphql';
import { createHandler } from 'graphql-sse/lib/use/express';
import { credentialIdOf } from '../auth/credentials.js';
import type { LiveSockets } from '../auth/live-sockets.js';
import { unauthenticated } from '../contract/public-error.js';
import { currentRequest } from '../request/current-request.js';
import { rateLimited } from '../request/rate-limits.js';
import type { Subscriptions } from './subscriptions.js';

/** Serves subscriptions as server-sent events (graphql-sse, distinct connections), one per request. */
export function serveGraphqlEvents(subscriptions: Subscriptions, sockets: LiveSockets) {
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
    const authenticated = await sockets.authenticate(request, undefined);
    if (caller === null || authenticated === null) {
      throw unauthenticated('Authentication required. Sign in, or send an API token.');
    }
    const countedAs = credentialIdOf(caller.principal);
    if (!sockets.counts.enter('principal', countedAs)) {
      throw rateLimited(1_000, 'Too many streams and sockets of this session or token. Close one.');
    }
    const stream = { close: () => void response.end() };
    sockets.add(stream, authenticated);
    response.once('close', () => {
      sockets.remove(stream);
      sockets.counts.leave('principal', countedAs);
    });
    response.setHeader('X-Accel-Buffering', 'no');
    await handler(request, response);
  };
}

function isRefused(prepared: unknown): prepared is readonly GraphQLError[] {
  return Array.isArray(prepared);
}
