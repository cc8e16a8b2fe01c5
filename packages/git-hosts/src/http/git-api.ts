import type { GitFailure } from '@kerf/application';
import { type DurationMs, err, messageOf, ok, type Result } from '@kerf/core';
import {
  type AddressPolicy,
  type CallLimits,
  createHostGuard,
  guardedAgentOptions,
  type HostGuard,
  startDeadline,
} from '@kerf/system';
import { Agent, type Dispatcher, request } from 'undici';
import { z } from 'zod';

/** Limits of calls. */
export interface GitApiLimits extends CallLimits {
  /** Longer answers are refused. */
  readonly maxBodyBytes: number;
}

/** The limits in production. */
export const usualGitApiLimits: GitApiLimits = {
  connectMs: 5_000,
  totalMs: 15_000,
  maxBodyBytes: 2 * 1024 * 1024,
};

/** A call of an API. */
export interface GitCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** An answer with a status below 500 whose body is JSON. */
export interface GitAnswer {
  readonly status: number;
  readonly json: unknown;
  /** The text that explains a refusal; empty without one. */
  readonly message: string;
  /** How long the provider asks to wait; `null` when it does not. */
  readonly retryAfterMs: DurationMs | null;
}

/** Calls APIs of Git providers that users name. */
export interface GitApi {
  /** Redirects are not followed: they could lead to an address that was not checked. */
  call(call: GitCall): Promise<Result<GitAnswer, GitFailure>>;
  close(): Promise<void>;
}

/** @returns a failure that says what the provider or the network did */
export const failure = (
  kind: GitFailure['kind'],
  message: string,
  retryAfterMs: DurationMs | null = null,
) => err<GitFailure>({ kind, message, retryAfterMs });

/** @param ca certificates to trust in addition, in PEM */
export function createGitApi(
  policy: AddressPolicy,
  limits: GitApiLimits = usualGitApiLimits,
  ca?: string,
): GitApi {
  const guard = createHostGuard(policy, (host, why) => new HostRefused(`The host ${host} ${why}`));
  const agent = new Agent(guardedAgentOptions(guard, limits, ca));
  return {
    call: async (call) => {
      const refusal = refusalOfUrl(guard, call.url);
      if (refusal !== null) return failure('Refused', refusal.message);
      const deadline = startDeadline(limits.totalMs);
      try {
        return await send(call, { agent, signal: deadline.signal, limits });
      } catch (error) {
        return deadline.isOver()
          ? failure('Unavailable', 'No complete answer in time. Try again later.')
          : failure(...describe(error));
      } finally {
        deadline.end();
      }
    },
    close: () => agent.destroy(),
  };
}

interface Connection {
  readonly agent: Agent;
  readonly signal: AbortSignal;
  readonly limits: GitApiLimits;
}

async function send(
  { method, url, headers, body }: GitCall,
  { agent, signal, limits }: Connection,
): Promise<Result<GitAnswer, GitFailure>> {
  const response = await request(url, {
    method,
    headers: {
      'user-agent': 'Kerf',
      ...headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    dispatcher: agent,
    signal,
  });
  const { statusCode: status } = response;
  const text = await readLimited(response.body, limits.maxBodyBytes);
  if (text === null) {
    return failure('Refused', `The answer is larger than ${limits.maxBodyBytes} bytes.`);
  }
  if (status >= 300 && status < 400) {
    return failure(
      'Refused',
      `The API redirects (HTTP ${status}), which is not followed: the repository was renamed, or the API URL is another. Correct it in the settings.`,
    );
  }
  const json = parseJson(text);
  if (status >= 500 || json === undefined) {
    const what = status >= 500 ? `The API fails (HTTP ${status})` : 'The answer is no JSON';
    return failure('Unavailable', `${what}. Check the API URL, and try again later.`);
  }
  return ok({ status, json, message: messageIn(json), retryAfterMs: waitOf(response.headers) });
}

async function readLimited(
  body: Dispatcher.ResponseData['body'],
  maxBytes: number,
): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    length += bytes.length;
    if (length > maxBytes) return null;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text === '' ? 'null' : text);
    return json;
  } catch {
    return undefined;
  }
}

/** GitHub writes `message` and `errors`; GitLab writes `message` as a text, a list or an object, or `error`. */
const explained = z.object({
  message: z.unknown().optional(),
  error: z.unknown().optional(),
  errors: z.unknown().optional(),
});
const maxMessageLength = 300;

function messageIn(json: unknown): string {
  const parsed = explained.safeParse(json);
  if (!parsed.success) return '';
  const { message, error, errors } = parsed.data;
  return [message, error, errors]
    .filter((part) => part !== undefined && part !== null)
    .map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
    .join(' ')
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, maxMessageLength);
}

/** Reads `Retry-After` in seconds, else the reset of a used-up limit of GitHub or GitLab. */
function waitOf(headers: Dispatcher.ResponseData['headers']): DurationMs | null {
  const number = (name: string): number | null => {
    const text = headers[name];
    return typeof text === 'string' && /^\d{1,11}$/.test(text) ? Number(text) : null;
  };
  const seconds = number('retry-after');
  if (seconds !== null) return seconds * 1_000;
  const isUsedUp = [number('x-ratelimit-remaining'), number('ratelimit-remaining')].includes(0);
  const resetAt = number('x-ratelimit-reset') ?? number('ratelimit-reset');
  return isUsedUp && resetAt !== null ? Math.max(0, resetAt * 1_000 - Date.now()) : null;
}

class HostRefused extends Error {
  constructor(message: string) {
    super(`${message} Add it to KERF_ALLOWED_GIT_HOSTS of the API to allow it.`);
    this.name = 'HostRefused';
  }
}

function refusalOfUrl(guard: HostGuard<Error>, text: string): Error | null {
  const url = URL.parse(text);
  return url === null
    ? new Error('The API URL is invalid. Correct it in the settings.')
    : guard.refusalOfUrl(url);
}

function describe(error: unknown): readonly [GitFailure['kind'], string] {
  const cause = error instanceof Error ? error.cause : undefined;
  const refused = [error, cause].find((each) => each instanceof HostRefused);
  if (refused !== undefined) return ['Refused', refused.message];
  return ['Unavailable', `The API cannot be reached: ${messageOf(error)}. Check the API URL.`];
}
