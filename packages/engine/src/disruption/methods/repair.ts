import { compareText, type Instant } from '@kerf/core';
import type { DisruptionBlock } from '../../model/reason.js';
import { type Candidate, toRepairCandidate } from '../candidate.js';
import { rejectionBlock } from '../rejection.js';
import { reschedulingCost } from '../rescheduling-cost.js';
import type { Method } from './method.js';
import { type ReplacementCause, replacingNodes } from './replacing.js';
import { replacingStaticNodes } from './static-nodes.js';

const repairing: ReplacementCause = {
  reason: 'Unhealthy',
  isDue: ({ node }) => node.repair !== undefined,
  blockerFor: repairBlocker,
  compare: firstDue,
  record: toRepairCandidate,
  reboots: ({ node }) => node.repair?.action === 'Reboot',
};

/**
 * Reboots or replaces one node that has been unhealthy for longer than is tolerated, unless too many nodes of its
 * NodePool are unhealthy. Neither do-not-disrupt nor pods block a repair: its drain has an end.
 * Source: karpenter disruption/repair.go @v1.15.0; differs: a node whose repair failed or was rejected
 * waits, so that it does not keep others from theirs.
 */
export const repair: Method = replacingNodes('Repair', repairing);

/** Replaces unhealthy nodes of static NodePools. Source: karpenter disruption/repair.go @v1.15.0. */
export const staticRepair: Method = replacingStaticNodes('StaticRepair', repairing);

function repairBlocker(
  { node, nodeClaim, nodePool }: Candidate,
  now: Instant,
): DisruptionBlock | null {
  const { repair: due } = node;
  if (due === undefined) return null;
  if (due.isVetoed) return { code: 'NODE_DO_NOT_REPAIR' };
  if (due.halted !== null)
    return { code: 'MANY_UNHEALTHY', nodePool: nodePool.name, ...due.halted };
  return rejectionBlock(nodeClaim, { reason: 'Unhealthy', since: due.since }, now);
}

/** Sorts those that are due first; among equals the one that is cheapest to disrupt. */
function firstDue(a: Candidate, b: Candidate): number {
  return (
    (a.node.repair?.dueAt ?? 0) - (b.node.repair?.dueAt ?? 0) ||
    reschedulingCost(a.reschedulable) - reschedulingCost(b.reschedulable) ||
    compareText(a.node.name, b.node.name)
  );
}
