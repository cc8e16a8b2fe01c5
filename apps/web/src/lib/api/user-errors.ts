import type { UserErrorFieldsFragment } from '../../gql/graphql.js';

export type UserError = UserErrorFieldsFragment;

/** Returns the error of a form field, by its path without `input.`. */
export function fieldError(errors: readonly UserError[], field: string): string | undefined {
  return errors.find((error) => fieldOf(error) === field)?.message;
}

/** Returns the errors of fields that the form does not show. */
export function errorsOfOtherFields(
  errors: readonly UserError[],
  fields: readonly string[],
): readonly UserError[] {
  return errors.filter((error) => {
    const field = fieldOf(error);
    return field === undefined || !fields.includes(field);
  });
}

const fieldOf = ({ field }: UserError): string | undefined => field?.replace(/^input\./, '');
