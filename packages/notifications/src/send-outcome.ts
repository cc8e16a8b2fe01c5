import type { SendOutcome } from '@kerf/application';
import { maxResponseLength } from '@kerf/application';
import { isAppError } from '@kerf/core';
import type { HttpAnswer } from './http/http-client.js';
import { TargetRefused } from './http/target-refusal.js';

/** Result of an adapter's attempt, without its duration. */
export type AttemptResult = Omit<SendOutcome, 'latencyMs'>;

/** Statuses after which a retry cannot help: redirects, and what is wrong with the request itself. */
const finalStatuses: ReadonlySet<number> = new Set([400, 410, 413, 414, 415, 422]);

/** Returns the result of an HTTP request by its status. */
export function resultOfAnswer({ status, body, retryAfterMs }: HttpAnswer): AttemptResult {
  const isDelivered = status >= 200 && status < 300;
  const isFinal = (status >= 300 && status < 400) || finalStatuses.has(status);
  return {
    outcome: isDelivered ? 'Delivered' : isFinal ? 'Refused' : 'Failed',
    status,
    response: status >= 300 && status < 400 ? 'The target redirects, which is not followed.' : body,
    retryAfterMs: isDelivered ? null : retryAfterMs,
    isGone: status === 410,
  };
}

/** Returns the result of an attempt without a response. */
export function resultOfError(error: unknown): AttemptResult {
  const isFinal =
    error instanceof TargetRefused ||
    causeOf(error) instanceof TargetRefused ||
    isFault(error) ||
    isFault(causeOf(error));
  return {
    outcome: isFinal ? 'Refused' : 'Failed',
    status: null,
    response: messageOf(causeOf(error) instanceof TargetRefused ? causeOf(error) : error),
    retryAfterMs: null,
    isGone: false,
  };
}

/** Deliveries that the channel itself makes impossible, e.g. a URL that is none: each further attempt fails alike. */
function isFault(error: unknown): boolean {
  if (isAppError(error)) return error.retry.kind === 'never';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(ERR_INVALID_|ERR_SOCKET_BAD_PORT$|UND_ERR_INVALID_ARG$)/.test(code);
}

const causeOf = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined);

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'No complete response in time.';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return error.message.includes(code) ? error.message : `${error.message} (${code})`;
}

/**
 * Returns the text as it may be stored: without secrets, which a receiver may repeat, without
 * control characters, and not longer than the log allows.
 */
export function storable(text: string, secrets: readonly string[]): string {
  const hidden = secrets
    .filter((secret) => secret !== '')
    .reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text);
  return hidden.replace(/[^\P{Cc}\n\t]/gu, ' ').slice(0, maxResponseLength);
}
