import type { AskRequirement, DecisionApproval } from '@kerf/application';
import { recordedAt } from './cluster-records.js';

/** Returns what a rule says about the removal of two empty nodes: one approval of anyone. */
export function anApproval(
  ask: Partial<AskRequirement> = {},
  fields: Partial<DecisionApproval> = {},
): DecisionApproval {
  return {
    facts: {
      cluster: 'prod',
      kind: 'Empty',
      nodePools: ['default'],
      teams: [],
      savingMicroUsdPerHour: 96_000,
      nodes: 2,
      capacityTypes: ['on-demand'],
      pods: [],
      labelSets: [],
    },
    rule: { name: 'ask for removals', policyVersion: 1 },
    passed: [],
    ask: {
      approvals: 1,
      from: { roles: [], teams: [], people: [] },
      expiresAfterMs: null,
      remindAfterMs: null,
      escalation: null,
      ...ask,
    },
    basis: { nodes: [], pods: [], replacements: [], headroom: {}, savingMicroUsdPerHour: 96_000 },
    planDigest: 'plan-1',
    requestedAt: recordedAt,
    remindedAt: null,
    escalatedAt: null,
    window: null,
    exclusion: null,
    edit: null,
    ...fields,
  };
}
