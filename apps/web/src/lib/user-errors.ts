import type { UserErrorFieldsFragment } from '../gql/graphql.js';

export type UserError = UserErrorFieldsFragment;

/** The problem with one field of a form, by its path without `input.`. */
export function problemOf(errors: readonly UserError[], field: string): string | undefined {
  return errors.find((error) => fieldOf(error) === field)?.message;
}

/** Problems that no shown field can carry. */
export function otherProblems(
  errors: readonly UserError[],
  fields: readonly string[],
): readonly UserError[] {
  return errors.filter((error) => {
    const field = fieldOf(error);
    return field === undefined || !fields.includes(field);
  });
}

const fieldOf = ({ field }: UserError): string | undefined => field?.replace(/^input\./, '');
