import { countOf } from '@kerf/core';
import type { DecisionSummaryFieldsFragment } from '../../gql/graphql.js';
import { formatMonthly, toMicroUsdOrNull, withSign } from '../../lib/format/money.js';

type Summary = DecisionSummaryFieldsFragment;

/** `−$212/month`, or `unknown cost`. */
export function monthlyChange(costChange: string | null): string {
  const microUsd = toMicroUsdOrNull(costChange);
  return microUsd === null ? 'unknown cost' : withSign(microUsd, formatMonthly);
}

/** Whether the decision has a cost; for the other kinds, another decision launches replacements. */
export const hasOwnCost = ({ kind, costChange }: Pick<Summary, 'kind' | 'costChange'>): boolean =>
  // A repair has one only if it launches the replacement itself.
  kind === 'REPAIR' ? costChange !== null : !['INTERRUPT', 'EXPIRE', 'DELETE'].includes(kind);

/** Returns the effect of an approval, for the button: "remove 3 nodes, move 41 pods, save $212/month". */
export function approvalConsequence(summary: Summary): string {
  const { kind, nodeCount, podCount } = summary;
  const nodes = countOf(nodeCount, 'node');
  if (kind === 'PROVISION') {
    const purpose = podCount === 0 ? '' : ` for ${countOf(podCount, 'pod')}`;
    return `launch ${nodes}${purpose}, ${costConsequence(summary)}`;
  }
  const moves = podCount === 0 ? 'move no pods' : `move ${countOf(podCount, 'pod')}`;
  return `remove ${nodes}, ${moves}, ${costConsequence(summary)}`;
}

function costConsequence({ costChange }: Summary): string {
  const microUsd = toMicroUsdOrNull(costChange);
  if (microUsd === null) return 'unknown cost';
  if (microUsd === 0) return 'same cost';
  const amount = formatMonthly(Math.abs(microUsd));
  return microUsd < 0 ? `save ${amount}` : `costs ${amount} more`;
}

/** Why a decision was not executed; absent while it may be. */
export function stateNote(summary: Summary): string | undefined {
  if (summary.observeOnly) {
    return 'The cluster is in mode observe: this shows what Kerf would do. It is never executed.';
  }
  switch (summary.state) {
    case 'SUPERSEDED':
      return 'The cluster changed before the decision was executed, so the decision no longer applies. Nothing was done. Kerf has evaluated the cluster again.';
    case 'EXPIRED':
      return 'The approval expired. Nothing was done.';
    case 'REJECTED':
      return 'The decision was rejected. Nothing was done.';
    case 'FAILED':
      return failureNote(summary);
    default:
      return undefined;
  }
}

function failureNote({ kind, outcome: { remainingNodes } }: Summary): string {
  if (kind === 'PROVISION') {
    return 'None of the nodes became ready. The reason is shown with each node below. Pods that still need a node are in the next scheduling batch.';
  }
  const remainingText = remainingNodes === 1 ? 'The node stays' : 'The remaining nodes stay';
  return `The decision could not be completed. The history shows the step and the reason. ${remainingText} in the cluster.`;
}

export interface DecisionFigure {
  readonly value: string;
  readonly label: string;
  readonly tone?: 'attention' | 'broken';
}

/** Returns the number of nodes, and their outcome. */
export function nodeFigure(summary: Summary): DecisionFigure {
  const { kind, state, nodeCount, outcome } = summary;
  const all = countOf(nodeCount, 'node');
  const { succeededNodes, launchFailedNodes, notReadyNodes } = outcome;
  const done = `${succeededNodes} of ${all}`;
  if (kind === 'PROVISION') {
    const failed = launchFailedNodes + notReadyNodes;
    if (state === 'FAILED') return { value: `0 of ${all}`, label: 'launched', tone: 'broken' };
    if (state === 'EXECUTED') {
      return failed === 0
        ? { value: all, label: 'launched' }
        : { value: `${nodeCount - failed} of ${all}`, label: 'launched', tone: 'attention' };
    }
    if (state === 'EXECUTING') {
      return { value: done, label: 'ready', ...(failed > 0 && { tone: 'attention' }) };
    }
    return { value: all, label: 'to launch' };
  }
  if (state === 'FAILED') return { value: done, label: 'removed', tone: 'broken' };
  if (state === 'EXECUTED') return { value: all, label: 'removed' };
  return state === 'EXECUTING'
    ? { value: done, label: 'removed' }
    : { value: all, label: 'to remove' };
}

/** Returns the number of pods, and their plan. */
export function podFigure({ kind, state, podCount }: Summary): DecisionFigure {
  const value = countOf(podCount, 'pod');
  if (kind === 'PROVISION') return { value, label: 'planned' };
  return { value, label: state === 'EXECUTED' ? 'moved' : 'to move' };
}
