import type { ClusterId, Instant } from '@kerf/core';
import { requireCluster } from '../clusters/api.js';
import type { NodePoolDefinition } from '../domain/definition/definition.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import { done, doneUntil, type JobOutcome } from '../domain/use-case-outcome.js';
import type { ShownConditions } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import { requestSync } from '../recording/save-claim.js';
import { viewIfSynced } from '../snapshot/view-if-synced.js';
import { claimsBeingRemoved } from './claims-being-removed.js';
import { consolidatableFrom, consolidatableSince } from './consolidatable-since.js';

type PublishPorts = Pick<Ports, 'store' | 'clock' | 'cache' | 'memory'>;

/** Limit of the syncs that one run requests; the others wait for the next run. */
const maxSyncs = 200;

/**
 * Schedules the sync of NodeClaim objects whose conditions `Drifted`, `Consolidatable`,
 * `ConsistentStateFound` or `DisruptionReason` differ from what is recorded or due. The conditions in
 * the cluster cache show what was written last, so no other state is stored. Call it after changes,
 * and when its outcome says so: `Consolidatable` becomes true without a change.
 */
export async function publishConditions(
  ports: PublishPorts,
  { clusterId }: { readonly clusterId: ClusterId },
): Promise<JobOutcome> {
  const { store, clock } = ports;
  const view = viewIfSynced(ports, clusterId);
  if (view === null) return done;
  if ((await requireCluster(store, clusterId)).mode === 'observe') return done;
  const [claims, nodePools] = await Promise.all([
    store.nodeClaims.inStates(clusterId, ['Launched', 'Registered', 'Initialized']),
    store.definitions.nodePools(clusterId),
  ]);
  const pools = new Map(nodePools.map((pool) => [pool.name, pool]));
  const objects = new Set(view.nodeClaimNames);
  const shownOf = new Map(view.nodeClaimConditions.map((shown) => [shown.name, shown]));
  const isAnyDisrupted = view.nodeClaimConditions.some(({ disruption }) => disruption !== null);
  const removed = isAnyDisrupted ? await claimsBeingRemoved(store, clusterId) : new Set();
  const now = clock.now();
  const stale: NodeClaim[] = [];
  for (const claim of claims) {
    if (!objects.has(claim.name)) continue;
    const pool = pools.get(claim.nodePool ?? '') ?? null;
    const shown = shownOf.get(claim.name) ?? noConditions;
    const hasOldReason = shown.disruption !== null && !removed.has(claim.id);
    const consistent = ports.memory.published.isConsistent(claim);
    if (hasOldReason || differs({ claim, pool, now }, shown, consistent)) stale.push(claim);
    if (stale.length === maxSyncs) break;
  }
  if (stale.length > 0) await store.transaction((tx) => requestSync(ports, tx, stale));
  if (stale.length === maxSyncs) return doneUntil(now);
  return doneUntil(nextConsolidatableAt(claims, pools, now));
}

/** Returns when the next NodeClaim becomes consolidatable; `null` if none will. */
function nextConsolidatableAt(
  claims: readonly NodeClaim[],
  pools: ReadonlyMap<string, NodePoolDefinition>,
  now: Instant,
): Instant | null {
  const later = claims.flatMap((claim) => {
    const at = consolidatableFrom(claim, pools.get(claim.nodePool ?? '') ?? null);
    return at !== null && at > now ? [at] : [];
  });
  return later.length === 0 ? null : Math.min(...later);
}

interface DueClaim {
  readonly claim: NodeClaim;
  readonly pool: NodePoolDefinition | null;
  readonly now: Instant;
}

/** The conditions of an object that has none of them. */
const noConditions = {
  drifted: null,
  consolidatable: false,
  consistent: null,
  disruption: null,
} as const;

/** @param consistent `null` while it is not known */
function differs(
  { claim, pool, now }: DueClaim,
  shown: Omit<ShownConditions, 'name'>,
  consistent: boolean | null,
): boolean {
  if (consistent !== null && consistent !== shown.consistent) return true;
  const isConsolidatable = consolidatableSince(claim, pool, now) !== null;
  return (
    (claim.drift?.reason ?? null) !== shown.drifted || isConsolidatable !== shown.consolidatable
  );
}
