import type {
  ClaimConditionInput,
  TrustRuleFieldsFragment,
  TrustRuleInput,
} from '../../../gql/graphql.js';
import { createIdempotencyKey } from '../../../lib/api/idempotency-key.js';

/** A condition in the form. The key keeps its fields apart from those of the others. */
export interface DraftCondition extends ClaimConditionInput {
  readonly key: string;
}

/** The fields of the form. */
export interface TrustRuleDraft extends Omit<TrustRuleInput, 'conditions'> {
  readonly conditions: readonly DraftCondition[];
}

const defaultLifetimeSeconds = 900;

/** Returns the fields of the form: those of a stored rule, or those of a new one. */
export function toDraft(rule: TrustRuleFieldsFragment | null): TrustRuleDraft {
  if (rule === null) {
    return {
      name: '',
      issuer: '',
      audience: 'kerf',
      conditions: [newCondition()],
      role: 'viewer',
      scope: { kind: 'ORGANIZATION' },
      lifetimeSeconds: defaultLifetimeSeconds,
    };
  }
  const { name, issuer, audience, conditions, role, lifetimeSeconds } = rule;
  return {
    name,
    issuer,
    audience,
    conditions: conditions.map(({ claim, operator, value }) =>
      newCondition({ claim, operator, value }),
    ),
    role,
    scope: toScopeInput(rule.scope),
    lifetimeSeconds,
  };
}

const emptyCondition: ClaimConditionInput = { claim: '', operator: 'EQUALS', value: '' };

export const newCondition = (condition = emptyCondition): DraftCondition => ({
  ...condition,
  key: createIdempotencyKey(),
});

/** Returns the rule of the form, as the API takes it. */
export const toRule = (draft: TrustRuleDraft): TrustRuleInput => ({
  ...draft,
  conditions: draft.conditions.map(({ key: _, ...condition }) => condition),
});

/** Returns what is missing before the rule can be saved; `undefined` if nothing is. */
export function missingInDraft({ name, issuer, audience, conditions }: TrustRuleDraft) {
  if ([name, issuer, audience].some((text) => text.trim() === '')) {
    return 'Enter name, issuer and audience first';
  }
  return conditions.some(({ claim, value }) => claim.trim() === '' || value === '')
    ? 'Enter claim and value of each condition first'
    : undefined;
}

/** Only the members that belong to the kind. */
function toScopeInput({
  kind,
  teamId,
  clusterId,
  nodePool,
}: TrustRuleFieldsFragment['scope']): TrustRuleInput['scope'] {
  return {
    kind,
    ...(teamId !== null && { teamId }),
    ...(clusterId !== null && { clusterId }),
    ...(nodePool !== null && { nodePool }),
  };
}
