import type { ApprovalRule, Approvers, RuleAction, RuleMatch } from '@kerf/application';
import { formatDuration } from '@kerf/core';
import { stringify } from 'yaml';
import { policyHeader } from './policy-schema.js';

/** Formats rules as the manifest that reads as the same rules. */
export function formatApprovalPolicy(rules: readonly ApprovalRule[]): string {
  return stringify(
    { ...policyHeader, spec: { rules: rules.map(toManifest) } },
    { lineWidth: 0, compat: 'yaml-1.1' },
  );
}

function toManifest({ name, match, action, standing }: ApprovalRule): object {
  return {
    name,
    ...(Object.keys(match).length > 0 && { match: matchOf(match) }),
    ...actionOf(action),
    ...(standing !== undefined && {
      until: new Date(standing.until).toISOString(),
      owner: standing.owner,
    }),
  };
}

const microUsdPerUsd = 1_000_000;

function matchOf({ savingMicroUsdPerHour: saving, ...match }: RuleMatch): object {
  if (saving === undefined) return match;
  const dollars = Object.fromEntries(
    Object.entries(saving).map(([end, microUsd]) => [end, microUsd / microUsdPerUsd]),
  );
  return { ...match, savingPerHour: dollars };
}

function actionOf(action: RuleAction): object {
  if (action.kind !== 'Ask') return { action: action.kind === 'Auto' ? 'auto' : 'deny' };
  const { approvals, from, expiresAfterMs, remindAfterMs, escalation } = action;
  return {
    action: 'ask',
    approvals,
    ...(isEmpty(from) ? {} : { from: approversOf(from) }),
    ...(expiresAfterMs !== null && { expiresAfter: formatDuration(expiresAfterMs) }),
    ...(remindAfterMs !== null && { remindAfter: formatDuration(remindAfterMs) }),
    ...(escalation !== null && {
      escalate: { after: formatDuration(escalation.afterMs), to: approversOf(escalation.to) },
    }),
  };
}

const isEmpty = ({ roles, teams, people }: Approvers): boolean =>
  roles.length + teams.length + people.length === 0;

const approversOf = (approvers: Approvers): object =>
  Object.fromEntries(
    Object.entries(approvers).filter(
      ([, listed]: readonly [string, readonly string[]]) => listed.length > 0,
    ),
  );
