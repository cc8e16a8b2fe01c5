import { queryOptions } from '@tanstack/react-query';
import {
  CreateTrustRuleDocument,
  DeleteTrustRuleDocument,
  type TrustRuleFieldsFragment,
  type TrustRuleInput,
  TrustRulesDocument,
  UpdateTrustRuleDocument,
} from '../../../gql/graphql.js';
import { request } from '../../../lib/api/graphql-client.js';
import { accessKey } from '../access.queries.js';
import { toDraft, toRule } from './trust-rule-draft.js';

export const trustRulesQuery = () =>
  queryOptions({
    queryKey: [...accessKey, 'trust-rules'],
    queryFn: async ({ signal }) => (await request(TrustRulesDocument, {}, signal)).trustRules,
  });

/** A rule to save; `known` is the stored one, absent for a new one. */
export interface TrustRuleToSave {
  readonly rule: TrustRuleInput;
  readonly known: Pick<TrustRuleFieldsFragment, 'id' | 'version'> | null;
}

export async function saveTrustRule({ rule, known }: TrustRuleToSave) {
  if (known === null)
    return (await request(CreateTrustRuleDocument, { input: rule })).createTrustRule;
  const input = { id: known.id, expectedVersion: known.version, rule };
  return (await request(UpdateTrustRuleDocument, { input })).updateTrustRule;
}

/** Deletes a rule at the version that was read. */
export async function deleteTrustRule({
  id,
  version: expectedVersion,
}: Pick<TrustRuleFieldsFragment, 'id' | 'version'>) {
  const input = { id, expectedVersion };
  return (await request(DeleteTrustRuleDocument, { input })).deleteTrustRule;
}

/** Saves a rule as it is: whoever saves it becomes its maker. */
export const adoptTrustRule = (known: TrustRuleFieldsFragment) =>
  saveTrustRule({ known, rule: toRule(toDraft(known)) });
