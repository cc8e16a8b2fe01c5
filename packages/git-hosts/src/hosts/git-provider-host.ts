import type { GitFailure, GitHost } from '@kerf/application';
import { err, type Result } from '@kerf/core';
import type { z } from 'zod';
import { failure, type GitAnswer } from '../http/git-api.js';

/** The adapter of one provider. */
export type GitProviderHost = GitHost;

/** Reads the body of a successful answer. */
export function readAnswer<Shape extends z.ZodType>(
  shape: Shape,
  { json }: GitAnswer,
): Result<z.output<Shape>, GitFailure> {
  const parsed = shape.safeParse(json);
  return parsed.success
    ? { ok: true, value: parsed.data }
    : failure('Unavailable', 'The answer is none of this API. Check the provider and the API URL.');
}

export const isSuccess = ({ status }: GitAnswer): boolean => status >= 200 && status < 300;

/** The subject of a refusal, for its message. */
export interface Refused {
  /** E.g. `GitHub`. */
  readonly provider: string;
  readonly project: string;
  /** Rights that the token needs. */
  readonly rights: string;
}

/** Returns the failure of an answer that is no success, by its status. */
export function refusalOf(
  { status, message, retryAfterMs }: GitAnswer,
  { provider, project, rights }: Refused,
): Result<never, GitFailure> {
  const said = message === '' ? `HTTP ${status}` : `HTTP ${status}: ${message}`;
  const isLimited = status === 429 || (status === 403 && retryAfterMs !== null);
  if (isLimited) {
    const wait = retryAfterMs === null ? 'later' : `in ${Math.ceil(retryAfterMs / 1_000)} s`;
    return failure(
      'RateLimited',
      `${provider} limits the calls of this token. Try again ${wait}.`,
      retryAfterMs,
    );
  }
  if (status === 401) {
    return failure(
      'Unauthorized',
      `${provider} refuses the token (${said}): it expired or was revoked. Set a new one in the settings.`,
    );
  }
  if (status === 403) {
    return failure('Forbidden', `The token may not do this (${said}). It needs ${rights}.`);
  }
  if (status === 404) {
    return failure(
      'RepositoryNotFound',
      `${provider} has no repository ${project} that this token can see (${said}). Correct the path, or give the token access.`,
    );
  }
  return failure('Refused', `${provider} refuses the change (${said}).`);
}

/** Hides the token in what a provider said, because it may repeat it. */
export const withoutSecret = <T>(
  result: Result<T, GitFailure>,
  token: string,
): Result<T, GitFailure> =>
  result.ok || token === ''
    ? result
    : err({ ...result.error, message: result.error.message.replaceAll(token, '[secret]') });

/** Decodes the text of a file; `null` if it is not UTF-8. */
export function decodeBase64(content: string): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Buffer.from(content, 'base64'),
    );
  } catch {
    return null;
  }
}

export const encodeBase64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

export const noText = (path: string) =>
  failure('Refused', `The file ${path} is not text in UTF-8.`);

export const noFile = (path: string, branch: string) =>
  failure(
    'FileNotFound',
    `The branch ${branch} has no file ${path}. Correct the path pattern, or name the file of this object in the settings.`,
  );
