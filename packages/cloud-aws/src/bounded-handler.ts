import { Readable } from 'node:stream';
import { type DurationMs, RemoteClock } from '@kerf/core';
import { startDeadline } from '@kerf/system';
import type { NodeHttpHandler } from '@smithy/node-http-handler';
import { type AnswerLimits, AnswerSizes, usualAnswerLimits } from './limit-answer.js';

type Handle = NodeHttpHandler['handle'];

/**
 * Sends the requests of the SDK's clients, ends each within its time limit, limits the size of its
 * answer, and reads AWS's clock from the answers. The SDK's own limits end with the head of an answer or cover its pauses: an
 * answer whose bytes arrive slowly would never end, and the SDK assumes roles without a limit.
 * After a stall of the process, they would end requests whose answers have arrived.
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
  limits: AnswerLimits = usualAnswerLimits,
): BoundedHandler {
  const sizes = new AnswerSizes(limits);
  const clock = new RemoteClock();
  return {
    metadata: inner.metadata,
    clock,
    destroy: () => inner.destroy(),
    updateHttpClientConfig: (key, value) => inner.updateHttpClientConfig(key, value),
    httpHandlerConfigs: () => inner.httpHandlerConfigs(),
    handle: async (request, options = {}) => {
      const caller = options.abortSignal;
      const deadline = startDeadline(
        options.requestTimeout ?? requestMs,
        caller instanceof AbortSignal ? caller : undefined,
      );
      const end = (): void => deadline.end();
      const sentAt = Date.now();
      try {
        const answer = await inner.handle(request, {
          ...options,
          abortSignal: deadline.signal,
          requestTimeout: 0,
        });
        const { headers, body }: { headers: Record<string, string>; body?: unknown } =
          answer.response;
        clock.record({ date: headers['date'], sentAt, receivedAt: Date.now() });
        requireData(answer.response.statusCode, headers['content-type'], body);
        if (!(body instanceof Readable)) {
          end();
          return answer;
        }
        const call = caller instanceof AbortSignal ? caller : undefined;
        const limited = sizes.limit(body, answer.response.statusCode, call);
        limited.once('close', end);
        return { response: Object.assign(answer.response, { body: limited }) };
      } catch (cause) {
        end();
        throw deadline.isOver() ? timeout(cause) : cause;
      }
    },
  };
}

/**
 * The SDK reads a page of a proxy, which comes with status 200, as an answer without any instances: all
 * of them would count as gone.
 */
function requireData(status: number, type: string | undefined, body: unknown): void {
  if (status >= 300 || type?.startsWith('text/html') !== true) return;
  if (body instanceof Readable) body.destroy();
  throw Object.assign(new Error('the answer is a page and not from AWS'), { code: 'NOT_FROM_AWS' });
}

/** Returns an error that the SDK retries, unlike one of an abort. */
const timeout = (cause: unknown): Error =>
  Object.assign(new Error('request timed out', { cause }), { name: 'TimeoutError' });
