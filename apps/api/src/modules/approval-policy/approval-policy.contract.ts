import {
  type ApprovalRule,
  describeApprovers,
  maxTestDays,
  type ApprovalPolicy as PolicyRecord,
  type PolicyTest,
  policyNotes,
} from '@kerf/application';
import { formatApprovalPolicy } from '@kerf/definitions';
import { z } from 'zod';
import type {
  ApprovalPolicy,
  ApprovalPolicyRule,
  ApprovalPolicyTest,
  StandingApproval,
} from '../../generated/schema-types.js';
import type { OperationSpec } from '../../rest/operation.js';
import { componentOf, resourceOf } from '../../rest/resource-of.js';
import { namedListQuery, wholeListOf, wholeListQuery } from '../../rest/whole-list.js';
import { bodyOf, components, dryRunQuery, list, text, wholeIn, word } from '../../rest/wire.js';

export type ApprovalPolicyView = ApprovalPolicy;

/** Without a stored policy, only the rules of the modes apply. */
const noPolicy = {
  version: 0,
  rules: [],
  savedAt: null,
  savedBy: null,
  comment: null,
  restoredFrom: null,
} as const;

/** @param notes on rules that have no effect; of an earlier version those that its rules alone show */
export function toPolicyView(
  policy: PolicyRecord | null,
  notes: readonly string[] = policyNotes(policy?.rules ?? []),
): ApprovalPolicyView {
  const { version, rules, savedAt, savedBy, comment, restoredFrom } = policy ?? noPolicy;
  return {
    version,
    manifest: formatApprovalPolicy(rules),
    rules: rules.map(toRuleView),
    savedAt,
    savedBy: savedBy?.name ?? null,
    comment,
    restoredFrom,
    notes,
  };
}

const toRuleView = ({ name, action, standing }: ApprovalRule): ApprovalPolicyRule => ({
  name,
  action: action.kind,
  approvals: action.kind === 'Ask' ? action.approvals : 0,
  approvers: action.kind === 'Ask' ? describeApprovers(action.from) : null,
  until: standing?.until ?? null,
  owner: standing?.owner ?? null,
});

/** @param rules of standing approvals; others are omitted */
export const toStandingViews = (rules: readonly ApprovalRule[]): readonly StandingApproval[] =>
  rules.flatMap(({ name, match, standing }) =>
    standing === undefined
      ? []
      : [
          {
            name,
            clusters: match.clusters ?? [],
            nodePools: match.nodePools ?? [],
            kinds: match.kinds ?? [],
            until: standing.until,
          },
        ],
  );

export const toTestView = ({ decisions, ...test }: PolicyTest): ApprovalPolicyTest => ({
  ...test,
  decisions: decisions.map(({ cluster, nodes, pods, clusterId: _, ...decision }) => ({
    ...decision,
    clusterName: cluster,
    nodeCount: nodes,
    podCount: pods,
  })),
});

const policyResource = componentOf(
  'ApprovalPolicy',
  {
    manifest: text.meta({ description: 'YAML, kind `ApprovalPolicy`' }),
    rules: list(resourceOf('ApprovalPolicyRule', {})),
    notes: list(text).meta({ description: 'Rules that have no effect, and why' }),
  },
  'Rules that decide which decisions ask for approvals; version 0 has none',
);

const testResource = componentOf(
  'ApprovalPolicyTest',
  {
    counts: list(resourceOf('PolicyTestCount', {})),
    decisions: list(resourceOf('TestedDecision', {})),
  },
  'What a policy would have done with past decisions',
);

const standingResource = wholeListOf(
  'StandingApprovals',
  resourceOf('StandingApproval', {
    name: text.meta({ description: 'The name of its rule' }),
    clusters: list(text).meta({ description: 'Names of clusters; any if empty' }),
    nodePools: list(text).meta({ description: 'Names of NodePools; any if empty' }),
    kinds: list(word('DecisionKind')).meta({ description: 'Any if empty' }),
  }),
);

const endedResource = z
  .object({ name: text })
  .register(components, { id: 'EndedStandingApproval' });

const manifest = z.string().meta({ description: 'YAML or JSON, kind `ApprovalPolicy`' });

export const policyOperations = {
  get: {
    id: 'getApprovalPolicy',
    summary: 'The approval policy in force',
    answer: policyResource,
  },
  versions: {
    id: 'listApprovalPolicyVersions',
    summary: 'The newest 100 versions of the approval policy, newest first',
    query: z.strictObject(wholeListQuery),
    answer: wholeListOf('ApprovalPolicyVersions', policyResource),
  },
  save: {
    id: 'saveApprovalPolicy',
    summary: 'Saves rules as the next version of the approval policy',
    query: z.strictObject(dryRunQuery),
    body: bodyOf('SaveApprovalPolicy', { manifest, comment: text.nullish() }),
    takesYaml: 'manifest',
    needsVersion: true,
    answer: policyResource,
  },
  restore: {
    id: 'restoreApprovalPolicy',
    summary: 'Saves the rules of an earlier version as the next version',
    path: z.object({ version: z.string() }),
    body: bodyOf('RestoreApprovalPolicy', { comment: text.nullish() }),
    needsVersion: true,
    answer: policyResource,
    storesAnswer: true,
  },
  ownStanding: {
    id: 'listOwnStandingApprovals',
    summary: 'Standing approvals in force that the caller made, also with tokens',
    query: z.strictObject(namedListQuery),
    answer: standingResource,
  },
  endStanding: {
    id: 'endStandingApproval',
    summary: 'Ends a standing approval: one’s own, or any with the right to change the policy',
    path: z.object({ name: text.meta({ description: 'The name of its rule' }) }),
    answer: endedResource,
  },
  test: {
    id: 'testApprovalPolicy',
    summary: 'Results of rules for the decisions of the last days',
    body: bodyOf('TestApprovalPolicy', { manifest, days: wholeIn([1, maxTestDays]).default(30) }),
    takesYaml: 'manifest',
    changesNothing: true,
    answer: testResource,
  },
} as const satisfies Record<string, OperationSpec>;
