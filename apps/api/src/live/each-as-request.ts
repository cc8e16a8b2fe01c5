import type { GraphqlContext } from '../graphql/graphql-context.js';
import { withRequest } from '../request/current-request.js';

/**
 * Executes each event as a request of the subscription's caller: queries read whom they serve from the current
 * request, and a WebSocket has none.
 * @param prepare called before each event
 */
export function eachAsRequest<Event>(
  events: AsyncGenerator<Event, void, void>,
  { caller }: Pick<GraphqlContext, 'caller'>,
  prepare: () => void,
): AsyncGenerator<Event, void, void> {
  return {
    next: () =>
      withRequest({ id: caller.requestId, caller, isReplay: false }, () => {
        prepare();
        return events.next();
      }),
    // Not a generator function: its return would wait for the event that may never come.
    return: () => events.return(),
    throw: (error: unknown) => events.throw(error),
    [Symbol.asyncIterator]() {
      return this;
    },
    [Symbol.asyncDispose]: async () => void (await events.return()),
  };
}
