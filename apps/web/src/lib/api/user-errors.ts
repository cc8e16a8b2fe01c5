import type { UserErrorFieldsFragment } from '../../gql/graphql.js';

export type UserError = UserErrorFieldsFragment;

/** Returns the top-level field of the input that an error is about, e.g. `owns` of `input.owns[0].name`; empty without one. */
export const rootField = ({ field }: UserError): string =>
  field?.replace(/^input\./, '').split(/[.[]/)[0] ?? '';
