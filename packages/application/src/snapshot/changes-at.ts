import type { ClusterId, Instant } from '@kerf/core';
import type { Decision } from '../domain/decision/decision.js';
import type { NodeClassDefinition } from '../domain/definition/definition.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import { repairTimes } from '../domain/node-claim/repair-policies.js';
import { firstLookUpMs } from '../domain/scheduling/not-ready.js';
import type { ClusterView } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import { claimFinder } from './claim-node.js';
import type { OfferingSources } from './instance-types-by-node-pool.js';
import type { PausesInForce } from './pauses-in-force.js';
import type { SpendLimitsInForce } from './spend-limits-in-force.js';

/** The inputs of a snapshot that take or lose effect with time. */
interface Timed {
  readonly clusterId: ClusterId;
  readonly now: Instant;
  readonly view: Pick<ClusterView, 'nodes'>;
  readonly claims: readonly NodeClaim[];
  readonly nodeClasses: readonly Pick<NodeClassDefinition, 'createdAt' | 'resolution'>[];
  readonly rejected: readonly Pick<Decision, 'rejectedUntil'>[];
  readonly market: Pick<OfferingSources, 'unavailable' | 'zonalShifts'>;
  readonly pauses: Pick<PausesInForce, 'changesAt'>;
  readonly spendLimits: Pick<SpendLimitsInForce, 'changesAt'>;
}

/**
 * Returns when a snapshot may become another one although no record and no object changes; `Infinity`:
 * never. Windows of disruption budgets are left out: the plan of an evaluation says when they change.
 */
export function changesAt({ memory }: Pick<Ports, 'memory'>, timed: Timed): Instant {
  const { clusterId, now, market } = timed;
  const times = [
    timed.pauses.changesAt,
    memory.nominations.expectedUntil(clusterId, now),
    ...memory.nominations.of(clusterId, now).values(),
    ...repairTimesOf(timed),
    ...timed.rejected.map(({ rejectedUntil }) => rejectedUntil ?? Infinity),
    ...market.unavailable.map(({ until }) => until),
    ...market.zonalShifts.map(({ until }) => until ?? Infinity),
    ...timed.nodeClasses.map(({ createdAt, resolution }) =>
      resolution === null ? createdAt + firstLookUpMs : Infinity,
    ),
  ];
  const isChanging = isDraining(timed) || timed.spendLimits.changesAt <= now;
  return isChanging ? now : Math.min(...times.filter((at) => at > now));
}

function repairTimesOf({ view, claims }: Timed): readonly Instant[] {
  const claimOf = claimFinder(claims);
  return view.nodes.flatMap((node) =>
    node.unhealthyConditions.length === 0
      ? []
      : repairTimes(node.unhealthyConditions, claimOf(node)?.reboot ?? null),
  );
}

/** Whether a pod of a draining node counts as displaced depends on how long it may take. */
const isDraining = ({ claims, view }: Timed): boolean =>
  claims.some(({ state }) => state === 'Terminating') ||
  view.nodes.some(({ deletionRequestedAt }) => deletionRequestedAt !== null);
