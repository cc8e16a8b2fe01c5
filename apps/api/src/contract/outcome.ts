import { AppError, type ErrorCode, err, type FieldProblem, type Result } from '@kerf/core';
import type { UserError, UserErrorCode } from '../generated/schema-types.js';
import { joinSentences } from './join-sentences.js';

/** Why a write was refused; nothing was changed. */
export interface Refusal {
  readonly code: Exclude<UserErrorCode, 'UNKNOWN'>;
  /** Dotted path of the wrong field, without the prefix of REST or GraphQL. */
  readonly field: string | null;
  readonly message: string;
}

export type Outcome<T> = Result<T, readonly Refusal[]>;

/** Result of a write; a refused write changed nothing. */
export const isDone = ({ ok }: Outcome<unknown>): boolean => ok;

export const refuse = (code: Refusal['code'], message: string, field: string | null = null) =>
  err<readonly Refusal[]>([{ code, field, message }]);

/** @param changed what was changed since it was read, e.g. `The pause was changed` */
export const refuseStale = (changed: string, version: number) =>
  refuse('STALE', `${changed} (its version is ${version}). Read it again.`, 'expectedVersion');

/** @param publicNames names in the API of fields that have another name inside */
export const refuseFields = (
  problems: readonly FieldProblem[],
  publicNames: Readonly<Record<string, string>> = {},
) =>
  err<readonly Refusal[]>(
    problems.map(({ path, message }) => ({
      code: 'INVALID',
      field: publicNames[path] ?? path,
      message,
    })),
  );

export const toRefused = (refusals: readonly Refusal[]) => err(refusals);

/** The GraphQL form: `userErrors` beside the payload. */
export const toUserErrors = (outcome: Outcome<unknown>): readonly UserError[] =>
  outcome.ok ? [] : outcome.error.map(toUserError);

export const toUserError = ({ code, field, message }: Refusal): UserError => ({
  code,
  field: field === null ? null : `input.${field}`,
  message,
});

const failureOf: Readonly<Record<Refusal['code'], ErrorCode>> = {
  INVALID: 'INPUT.INVALID',
  NOT_FOUND: 'STATE.NOT_FOUND',
  CONFLICT: 'STATE.CONFLICT',
  ALREADY_DECIDED: 'STATE.CONFLICT',
  STALE: 'STATE.STALE',
  FORBIDDEN: 'AUTH.FORBIDDEN',
};

/**
 * The REST form.
 * @param pathOf path of a field in the request's body
 * @throws the failure that the first refusal stands for
 */
export function valueOf<T>(
  outcome: Outcome<T>,
  pathOf: (field: string) => string = (field) => field,
): T {
  if (outcome.ok) return outcome.value;
  throw toFailure(outcome.error, { pathOf });
}

interface FailureWords {
  /** Returns the path of a field in the request's body. */
  readonly pathOf?: (field: string) => string;
  /** Message for several refusals; by default, their messages one after the other. */
  readonly summary?: string;
}

/** @returns the failure that the first refusal stands for */
export function toFailure(
  refusals: readonly Refusal[],
  { pathOf = (field) => field, summary }: FailureWords = {},
): AppError {
  return new AppError({
    code: failureOf[refusals[0]?.code ?? 'INVALID'],
    message: summary ?? joinSentences(refusals.map((refusal) => sentenceOf(refusal, pathOf))),
    fields: refusals.flatMap(({ field, message }) =>
      field === null || outsideBody.has(field) ? [] : [{ path: pathOf(field), message }],
    ),
  });
}

/** In REST they are in a header and in the path, which a JSON pointer cannot address. */
const outsideBody: ReadonlySet<string> = new Set(['expectedVersion', 'id']);

/** Returns the message as a sentence; a fragment, e.g. `must not be empty`, is about the field. */
function sentenceOf({ field, message }: Refusal, pathOf: (field: string) => string): string {
  const isFragment = /^[a-z]/.test(message);
  return field !== null && isFragment ? `${pathOf(field)}: ${message}` : message;
}
