import { Readable } from 'node:stream';
import { type DurationMs, RemoteClock } from '@kerf/core';
import type { NodeHttpHandler } from '@smithy/node-http-handler';

type Handle = NodeHttpHandler['handle'];

/**
 * Sends the requests of the SDK's clients, ends each within its time limit, and reads AWS's clock
 * from the answers. The SDK's own limits end with the head of an answer or cover its pauses: an
 * answer whose bytes arrive slowly would never end, and the SDK assumes roles without a limit.
 */
export interface BoundedHandler extends Pick<NodeHttpHandler, 'metadata' | 'destroy'> {
  readonly handle: Handle;
  readonly updateHttpClientConfig: NodeHttpHandler['updateHttpClientConfig'];
  readonly httpHandlerConfigs: NodeHttpHandler['httpHandlerConfigs'];
  /** AWS's clock. */
  readonly clock: RemoteClock;
}

/** @param requestMs limit of a request that names none */
export function createBoundedHandler(
  inner: NodeHttpHandler,
  requestMs: DurationMs,
): BoundedHandler {
  const clock = new RemoteClock();
  return {
    metadata: inner.metadata,
    clock,
    destroy: () => inner.destroy(),
    updateHttpClientConfig: (key, value) => inner.updateHttpClientConfig(key, value),
    httpHandlerConfigs: () => inner.httpHandlerConfigs(),
    handle: async (request, options = {}) => {
      const late = new AbortController();
      const limitMs = options.requestTimeout ?? requestMs;
      const timer = setTimeout(() => late.abort(), limitMs);
      const end = (): void => clearTimeout(timer);
      const sentAt = Date.now();
      try {
        const answer = await inner.handle(request, {
          ...options,
          abortSignal: signalOf(late.signal, options.abortSignal),
        });
        const { headers, body }: { headers: Record<string, string>; body?: unknown } =
          answer.response;
        clock.note({ date: headers['date'], sentAt, receivedAt: Date.now() });
        if (body instanceof Readable) body.once('close', end);
        else end();
        return answer;
      } catch (cause) {
        end();
        throw cause;
      }
    },
  };
}

type SdkSignal = NonNullable<Parameters<Handle>[1]>['abortSignal'];

/** Returns a signal that aborts with the first of both. */
function signalOf(late: AbortSignal, caller: SdkSignal): AbortSignal {
  return caller instanceof AbortSignal ? AbortSignal.any([late, caller]) : late;
}
