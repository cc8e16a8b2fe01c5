import { AppError, type ErrorCode, err, type FieldProblem, type Result } from '@kerf/core';
import type { UserError, UserErrorCode } from '../generated/schema-types.js';

/** Why a write was not done; nothing was changed. */
export interface Refusal {
  readonly code: Exclude<UserErrorCode, 'UNKNOWN'>;
  /** Dotted path of the field to blame, without the door's own prefix. */
  readonly field: string | null;
  readonly message: string;
}

export type Outcome<T> = Result<T, readonly Refusal[]>;

/** Whether the write was done; a refused one changed nothing. */
export const isDone = ({ ok }: Outcome<unknown>): boolean => ok;

export const refuse = (code: Refusal['code'], message: string, field: string | null = null) =>
  err<readonly Refusal[]>([{ code, field, message }]);

export const refuseFields = (problems: readonly FieldProblem[]) =>
  err<readonly Refusal[]>(
    problems.map(({ path, message }) => ({ code: 'INVALID', field: path, message })),
  );

export const toRefused = (refusals: readonly Refusal[]) => err(refusals);

/** GraphQL's way to say it: data beside the payload. */
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
 * REST's way to say it.
 * @param pathOf where a field is in the request's body
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
  /** Where a field is in the request's body. */
  readonly pathOf?: (field: string) => string;
  /** Of several refusals; left out, their own words one after the other. */
  readonly summary?: string;
}

/** @returns the failure that the first refusal stands for */
export function toFailure(
  refusals: readonly Refusal[],
  { pathOf = (field) => field, summary }: FailureWords = {},
): AppError {
  return new AppError({
    code: failureOf[refusals[0]?.code ?? 'INVALID'],
    message: summary ?? refusals.map(({ message }) => message).join('; '),
    // REST has the expected version in a header, which no pointer leads to.
    fields: refusals.flatMap(({ field, message }) =>
      field === null || field === 'expectedVersion' ? [] : [{ path: pathOf(field), message }],
    ),
  });
}
