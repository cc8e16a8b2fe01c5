import { AppError, type DurationMs } from '@kerf/core';
import {
  type AddressPolicy,
  type CallLimits,
  guardedAgentOptions,
  type HostGuard,
  startDeadline,
} from '@kerf/system';
import { Agent, type Dispatcher, request } from 'undici';
import { createTargetGuard } from './target-refusal.js';

/** A request whose body is JSON text. */
export interface PostRequest {
  readonly url: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response, with the beginning of its body. */
export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
  /** How long the server asks to wait; `null` when it does not. */
  readonly retryAfterMs: DurationMs | null;
}

/** Limits of requests. */
export interface HttpLimits extends CallLimits {
  /** Bytes of a response that are read. */
  readonly maxBodyBytes: number;
}

/** The limits in production. */
export const usualHttpLimits: HttpLimits = {
  connectMs: 5_000,
  totalMs: 15_000,
  maxBodyBytes: 4_096,
};

/** Sends JSON by POST to targets that users choose. */
export interface HttpClient {
  /**
   * Redirects are not followed, because they could lead to an address that was not checked.
   * @throws TargetRefused, or the error of the connection
   */
  post(post: PostRequest): Promise<HttpAnswer>;
  close(): Promise<void>;
}

/** @param ca certificates to trust in addition, in PEM */
export function createHttpClient(
  policy: AddressPolicy,
  limits: HttpLimits = usualHttpLimits,
  ca?: string,
): HttpClient {
  const guard = createTargetGuard(policy);
  const agent = new Agent(guardedAgentOptions(guard, limits, ca));
  return {
    async post({ url, body, headers }) {
      requireAllowedUrl(guard, url);
      // A request that ended although its answer had arrived would be sent again.
      const deadline = startDeadline(limits.totalMs);
      try {
        const response = await request(url, {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json', 'user-agent': 'Kerf', ...headers },
          dispatcher: agent,
          signal: deadline.signal,
        });
        const retryAfterMs = readRetryAfter(response.headers['retry-after']);
        return {
          status: response.statusCode,
          body: await readBeginning(response.body, limits.maxBodyBytes),
          retryAfterMs,
        };
      } finally {
        deadline.end();
      }
    },
    close: () => agent.destroy(),
  };
}

function requireAllowedUrl(guard: HostGuard<Error>, text: string): void {
  const url = URL.parse(text);
  if (url === null) {
    throw new AppError({ code: 'INPUT.INVALID', message: 'The URL of the target is invalid.' });
  }
  const refusal = guard.refusalOfUrl(url);
  if (refusal !== null) throw refusal;
}

async function readBeginning(
  body: Dispatcher.ResponseData['body'],
  maxBytes: number,
): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    length += bytes.length;
    if (length >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8');
}

/** Reads seconds or a date; other texts count as absent. */
function readRetryAfter(header: string | readonly string[] | undefined): DurationMs | null {
  const text = typeof header === 'string' ? header.trim() : '';
  if (/^\d{1,7}$/.test(text)) return Number(text) * 1_000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}
