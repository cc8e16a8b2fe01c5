import type { ClusterSnapshot } from '../../model/cluster-snapshot.js';
import type { Command, DisruptionMethod, TerminateFirst } from '../../model/command.js';
import type { Node } from '../../model/node.js';
import { canLaunch, type NodePool } from '../../model/node-pool.js';
import type { DisruptionBlock } from '../../model/reason.js';
import type { PlannedNodeClaim } from '../../model/scheduling-result.js';
import { fullReservationsOf, planStaticNodes } from '../../plan/static-nodes.js';
import { type Candidate, movesTo, priceOf, savingOf } from '../candidate.js';
import { reservationOf, withFreedInstance } from '../freed-reservation.js';
import type { Method, MethodContext, MethodResult } from './method.js';
import type { ReplacementCause } from './replacing.js';

/**
 * Returns the method that replaces nodes of static NodePools for a cause, each by a new node of its
 * NodePool that is initialized before the old one is removed: as many at once as the disruption
 * budget and the limit of nodes allow; none while another replacement is in progress, or while the
 * NodePool has more nodes than its replicas. Places for the pods are not simulated: the new node is
 * as large as the NodePool allows. Where settings allow it, nodes go before their replacement if the
 * NodePool is at its limit, or all instances of the capacity reservations that it needs are in use.
 * Source: karpenter disruption/staticdrift.go @v1.15.0.
 * @remarks Differs: deleting nodes still count as nodes of the NodePool, here as everywhere.
 */
export const replacingStaticNodes = (name: DisruptionMethod, cause: ReplacementCause): Method => ({
  name,
  reason: cause.reason,
  isEventual: true,

  appliesTo: (candidate) =>
    cause.isDue(candidate) && candidate.nodePool.replicas !== null && !cause.reboots(candidate),

  blockerFor: (candidate, now) => cause.blockerFor(candidate, now),

  propose(candidates: readonly Candidate[], context: MethodContext): MethodResult {
    const blocked = new Map<string, DisruptionBlock>();
    const commands: Command[] = [];
    for (const [nodePool, due] of Map.groupBy(candidates, (one) => one.nodePool)) {
      const slotFor = slotsOf(context, nodePool, { cause, count: due.length });
      let taken = 0;
      for (const candidate of due.toSorted(cause.compare)) {
        const slot = slotFor(candidate, taken);
        if ('code' in slot) {
          blocked.set(candidate.node.name, slot);
          continue;
        }
        const block = context.budget.take(nodePool.name);
        if (block === null) {
          commands.push(replace(candidate, slot, { name, cause }));
          taken += 1;
        } else blocked.set(candidate.node.name, block);
      }
    }
    return { commands, blocked };
  },
});

/** The place of a replacement. */
interface Slot {
  readonly replacement: PlannedNodeClaim;
  /** Why it has none while the node is there; absent if it can be launched first. */
  readonly terminateFirst?: TerminateFirst;
}

/** Returns the place of the replacement of a node after others were taken, or what blocks it. */
type SlotFor = (candidate: Candidate, taken: number) => Slot | DisruptionBlock;

function slotsOf(
  context: MethodContext,
  nodePool: NodePool,
  { cause, count }: { readonly cause: ReplacementCause; readonly count: number },
): SlotFor {
  const busy = busyBlock(context, nodePool);
  if (busy !== null) return () => busy;
  const { snapshot } = context;
  const mayTerminateFirst =
    canLaunch(nodePool) && snapshot.settings.terminateFirst.includes(cause.reason);
  const full = mayTerminateFirst ? fullReservationsOf(snapshot, nodePool) : null;
  if (full !== null) return ({ node }) => slotInReservation(snapshot, nodePool, { full, node });
  // Spend limits may leave fewer than are due.
  const plan = planStaticNodes(snapshot, nodePool.name, count);
  const planned = plan.kind === 'Planned' ? plan.result.newNodeClaims : [];
  const headroom = headroomOf(nodePool);
  return (_candidate, taken) => {
    const replacement = planned[taken];
    if (replacement === undefined) return noneLeft(nodePool);
    if (taken < headroom) return { replacement };
    const limit = limitReached(nodePool);
    return mayTerminateFirst && headroom <= 0 ? { replacement, terminateFirst: limit } : limit;
  };
}

/** Only a node that holds an instance of one of the reservations makes room for its replacement. */
function slotInReservation(
  snapshot: ClusterSnapshot,
  nodePool: NodePool,
  { full, node }: { readonly full: ReadonlySet<string>; readonly node: Node },
): Slot | DisruptionBlock {
  const reservation = reservationOf(node);
  if (reservation === null || !full.has(reservation)) return noneLeft(nodePool);
  const plan = planStaticNodes(withFreedInstance(snapshot, reservation), nodePool.name, 1);
  const [replacement] = plan.kind === 'Planned' ? plan.result.newNodeClaims : [];
  return replacement === undefined
    ? noneLeft(nodePool)
    : { replacement, terminateFirst: { code: 'RESERVATION_FULL', reservations: [reservation] } };
}

function busyBlock({ snapshot, known }: MethodContext, nodePool: NodePool): DisruptionBlock | null {
  const { name, replicas } = nodePool;
  const nodes =
    known === null
      ? usedNodes(nodePool) + nodesInDecisions(snapshot, nodePool)
      : runningNodes(snapshot, nodePool);
  return replicas === null || nodes > replicas
    ? { code: 'STATIC_POOL_BUSY', nodePool: name, nodes, replicas: replicas ?? 0 }
    : null;
}

const noneLeft = ({ name }: NodePool): DisruptionBlock => ({
  code: 'NO_INSTANCE_TYPES',
  nodePool: name,
});

const usedNodes = ({ usage }: NodePool): number => usage['nodes'] ?? 0;

const headroomOf = (nodePool: NodePool): number =>
  (nodePool.limits['nodes'] ?? Infinity) - usedNodes(nodePool);

const limitReached = (nodePool: NodePool): Extract<DisruptionBlock, TerminateFirst> => ({
  code: 'NODE_LIMIT_REACHED',
  nodePool: nodePool.name,
  limit: nodePool.limits['nodes'] ?? 0,
});

/** Counts nodes that an open decision will replace and whose replacement is not requested yet. */
function nodesInDecisions({ nodes }: ClusterSnapshot, { name }: NodePool): number {
  return nodes.filter(
    ({ nodeClaim, isTerminating }) =>
      nodeClaim?.nodePool === name && nodeClaim.decisionId !== null && !isTerminating,
  ).length;
}

/** Counts nodes without those that have a replacement, or one in progress. */
function runningNodes({ nodes }: ClusterSnapshot, nodePool: NodePool): number {
  const terminating = nodes.filter(
    ({ nodeClaim, isTerminating }) => nodeClaim?.nodePool === nodePool.name && isTerminating,
  );
  return usedNodes(nodePool) - terminating.length;
}

function replace(
  candidate: Candidate,
  { replacement, terminateFirst }: Slot,
  { name, cause }: { readonly name: DisruptionMethod; readonly cause: ReplacementCause },
): Command {
  const to = terminateFirst === undefined ? replacement.id : null;
  return {
    method: name,
    reason: cause.reason,
    candidates: [cause.record(candidate)],
    replacements: terminateFirst === undefined ? [replacement] : [],
    moves: movesTo(candidate, to),
    savingMicroUsdPerHour: savingOf(priceOf(candidate), [replacement]),
    ...(terminateFirst !== undefined && { terminateFirst }),
  };
}
