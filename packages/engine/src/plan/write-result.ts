import { compareText, deepFreeze } from '@kerf/core';
import { engineVersion } from '../engine-version.js';
import { fixTargetOf } from '../explain/fix-target.js';
import { Explainer } from '../explain/unschedulable.js';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { PlanCost } from '../model/plan-cost.js';
import type { Pod } from '../model/pod.js';
import type { SchedulingReason } from '../model/scheduling-reason.js';
import type {
  PlannedNodeClaim,
  SchedulingResult,
  UnschedulablePod,
} from '../model/scheduling-result.js';
import { firstFit } from '../scheduling/first-fit/first-fit.js';
import { type FirstFitResult } from '../scheduling/first-fit/first-fit-result.js';
import type { ReservedOfferingMode } from '../scheduling/first-fit/fit.js';
import { sortPendingPods } from '../scheduling/first-fit/pod-queue.js';
import type { InFlightNodeClaim } from '../scheduling/planned-nodes/in-flight-node-claims.js';
import { compileProblem, type SchedulingProblem } from '../scheduling/problem/problem.js';
import { ClaimWriter } from './planned-node-claim.js';

/**
 * Schedules every pending pod with the FirstFit baseline alone: on an existing node, an in-flight
 * node or a new NodeClaim. Pods that fit nowhere get the reasons of each NodePool.
 * @param snapshot is not changed; `snapshot.now` is the only clock. The order of its lists does not
 * matter.
 * @returns a frozen result; equal input gives equal bytes
 */
export function planWithFirstFit(
  snapshot: ClusterSnapshot,
  reservedOfferings: ReservedOfferingMode = 'Strict',
): SchedulingResult {
  const problem = compileProblem(snapshot);
  return writeResult(problem, firstFit(problem, reservedOfferings), null);
}

/**
 * Returns the result of a pass in the form that is recorded and launched.
 * @param result of the pass that has just run on the problem
 */
export function writeResult(
  problem: SchedulingProblem,
  result: FirstFitResult,
  cost: PlanCost | null,
): SchedulingResult {
  const { planned, unlaunchable } = writeClaims(problem, result);
  return deepFreeze({
    engineVersion,
    newNodeClaims: planned,
    existingNodes: podsOnNodes(result),
    unschedulable: unschedulablePods(problem, result, unlaunchable),
    totalPriceMicroUsdPerHour: planned.reduce(
      (sum, { expected }) => sum + expected.priceMicroUsdPerHour,
      0,
    ),
    cost,
  });
}

/** A NodeClaim that cannot be launched, with the reason. */
interface Unlaunchable {
  readonly claim: InFlightNodeClaim;
  readonly reason: SchedulingReason;
}

/** Returns the planned nodes of a pass as NodeClaims, without those that cannot be launched. */
export function writeClaims(
  problem: SchedulingProblem,
  { claims, ledger }: FirstFitResult,
): { readonly planned: PlannedNodeClaim[]; readonly unlaunchable: readonly Unlaunchable[] } {
  const writer = new ClaimWriter(problem, ledger);
  const planned: PlannedNodeClaim[] = [];
  const unlaunchable: Unlaunchable[] = [];
  for (const claim of claims) {
    const written = writer.write(claim, plannedId(planned.length));
    if ('reason' in written) unlaunchable.push(written);
    else planned.push(written);
  }
  return { planned, unlaunchable };
}

function podsOnNodes({ podsByNode }: FirstFitResult): SchedulingResult['existingNodes'][number][] {
  return [...podsByNode]
    .map(([{ node }, pods]) => ({ nodeName: node.name, podUids: pods.map(({ uid }) => uid) }))
    .sort((a, b) => compareText(a.nodeName, b.nodeName));
}

function unschedulablePods(
  problem: SchedulingProblem,
  result: FirstFitResult,
  unlaunchable: readonly Unlaunchable[],
): readonly UnschedulablePod[] {
  const refused = problem.pods.filter(({ podGroup }) => podGroup.attempts.length === 0);
  const left = [...refused, ...result.unplaced];
  if (left.length + unlaunchable.length === 0) return [];
  const explainer = new Explainer(problem, result);
  const positions = new Map(
    sortPendingPods(problem.pods).map(({ pod }, index) => [pod.uid, index + 1]),
  );
  const waiting = ({ uid }: Pod) => ({
    podUid: uid,
    queuePosition: positions.get(uid) ?? 0,
    evaluatedAt: problem.snapshot.now,
  });
  const explained = left.map(({ pod, podGroup }) => ({
    ...waiting(pod),
    ...explainer.explain(podGroup),
  }));
  const dropped = unlaunchable.flatMap(({ claim, reason }) =>
    claim.pods.map(({ pod }) => ({
      ...waiting(pod),
      reasons: [],
      byNodePool: [
        {
          nodePool: claim.template.pool.name,
          reason,
          nearest: null,
          fix: fixTargetOf(reason, claim.template.pool),
        },
      ],
    })),
  );
  return [...explained, ...dropped].sort((a, b) => compareText(a.podUid, b.podUid));
}

/** Returns the id of a NodeClaim within its plan, such as `claim-0001`. */
export function plannedId(index: number): string {
  return `claim-${String(index + 1).padStart(4, '0')}`;
}
