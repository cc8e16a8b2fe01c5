import type { TrustRuleFieldsFragment, TrustRuleInput } from '../../../gql/graphql.js';

const defaultLifetimeSeconds = 900;

/** Returns the fields of the form: those of a stored rule, or those of a new one. */
export function toDraft(rule: TrustRuleFieldsFragment | null): TrustRuleInput {
  if (rule === null) {
    return {
      name: '',
      issuer: '',
      audience: 'kerf',
      conditions: [emptyCondition],
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
    conditions: conditions.map(({ claim, operator, value }) => ({ claim, operator, value })),
    role,
    scope: toScopeInput(rule.scope),
    lifetimeSeconds,
  };
}

export const emptyCondition = { claim: '', operator: 'EQUALS', value: '' } as const;

/** Returns what is missing before the rule can be saved; `undefined` if nothing is. */
export function missingInDraft({ name, issuer, audience, conditions }: TrustRuleInput) {
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
