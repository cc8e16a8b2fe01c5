import { usdText } from '@kerf/core';
import { aimsAtSavings, type BalancedScore, type Command } from '@kerf/engine';
import type { NotedEvent } from '../ports/cluster-event-recorder.js';
import { type NodeOfClaim, onBoth } from '../recording/events.js';

/*
 * The Kubernetes Events of commands of consolidation and emptiness.
 * Source: karpenter pkg/controllers/disruption/events @v1.14.1.
 */

/** Returns the Events of a node that a consolidation would remove. */
export function consolidationCandidate(
  about: NodeOfClaim,
  command: Command,
): readonly NotedEvent[] {
  const what = commandText(command);
  const message = `Consolidation candidate: ${what}${savingText(command)}`;
  return onBoth(about, {
    type: 'Normal',
    reason: 'ConsolidationCandidate',
    message,
    dedupeBy: what,
  });
}

/** Returns the Events of a node whose consolidation was not valid any more. */
export function consolidationRejected(
  about: NodeOfClaim,
  command: Command,
  reason: string,
): readonly NotedEvent[] {
  if (!aimsAtSavings(command.reason)) return [];
  const what = commandText(command);
  return onBoth(about, {
    type: 'Normal',
    reason: 'ConsolidationRejected',
    message: `Consolidation rejected: ${what}, reason: ${reason}${savingText(command)}`,
    dedupeBy: `${what} ${reason}`,
  });
}

/**
 * Returns the Events of a consolidation that a NodePool with the policy `Balanced` allows: on the
 * node, or on the NodePool if several nodes go.
 */
export function consolidationApproved(
  candidates: readonly NodeOfClaim[],
  balanced: BalancedScore,
): readonly NotedEvent[] {
  const text = {
    type: 'Normal',
    reason: 'ConsolidationApproved',
    message: scoreText(balanced),
  } as const;
  const [about, ...others] = candidates;
  if (about !== undefined && others.length === 0) return onBoth(about, text);
  return [{ about: { kind: 'NodePool', name: balanced.nodePool, uid: null }, ...text }];
}

function scoreText({ score, minScore, savedRatio, disruptedRatio }: BalancedScore): string {
  const percent = (ratio: number): string => `${(100 * ratio).toFixed(1)}%`;
  return `score ${score.toFixed(2)} >= threshold ${minScore.toFixed(2)} (savings ${percent(savedRatio)}, disruption ${percent(disruptedRatio)})`;
}

function commandText({ method, candidates, replacements }: Command): string {
  const names = candidates.map(({ nodeName }) => nodeName).join(', ');
  if (method === 'Regrouping') return `regroup ${names}`;
  return replacements.length === 0 ? `delete ${names}` : `replace ${names}`;
}

function savingText({ savingMicroUsdPerHour: saving }: Command): string {
  return saving === null ? '' : ` (savings: ${usdText(saving)} per hour)`;
}
