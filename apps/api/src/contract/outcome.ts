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

export const refuse = (code: Refusal['code'], message: string, field: string | null = null) =>
  err<readonly Refusal[]>([{ code, field, message }]);

export const refuseFields = (problems: readonly FieldProblem[]) =>
  err<readonly Refusal[]>(
    problems.map(({ path, message }) => ({ code: 'INVALID', field: path, message })),
  );

/** GraphQL's way to say it: data beside the payload. */
export function toUserErrors(outcome: Outcome<unknown>): readonly UserError[] {
  return outcome.ok
    ? []
    : outcome.error.map(({ code, field, message }) => ({
        code,
        field: field === null ? null : `input.${field}`,
        message,
      }));
}

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
  const refusals = outcome.error;
  throw new AppError({
    code: failureOf[refusals[0]?.code ?? 'INVALID'],
    message: refusals.map(({ message }) => message).join('; '),
    fields: refusals.flatMap(({ field, message }) =>
      field === null ? [] : [{ path: pathOf(field), message }],
    ),
  });
}
