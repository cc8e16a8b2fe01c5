import type { ClusterId, Instant } from '@kerf/core';
import { aimsAtSavings, type DisruptionReason, type PauseExtent } from '@kerf/engine';
import { isInForce, type Pause, pausesOf } from '../domain/brake/pause.js';
import type { Repositories } from '../ports/store.js';
import { brakedPools } from './braked-pools.js';

/** The pauses of a cluster at one time. */
export interface PausesInForce {
  /** Returns the pauses of a NodePool, or of nodes without one, those that stop most first. */
  of(nodePool: string | null): readonly Pause[];
  /** Returns the first pause of these NodePools that stops at least this; `null` without one. */
  stopping(nodePools: Iterable<string | null>, stops: readonly PauseExtent[]): Pause | null;
  /** When the next one expires; `Infinity` if none does. */
  readonly changesAt: Instant;
}

/** Extents of pauses that stop all disruption. */
export const stopsDisruption: readonly PauseExtent[] = ['Disruption', 'DisruptionAndLaunches'];
/** Extents of pauses that stop consolidation: everything that a pause can be. */
const stopsConsolidation: readonly PauseExtent[] = ['Consolidation', ...stopsDisruption];
/** Returns the extents of pauses that stop commands for a reason. */
export const stopsCommand = (reason: DisruptionReason): readonly PauseExtent[] =>
  aimsAtSavings(reason) ? stopsConsolidation : stopsDisruption;
/** Extents of pauses that stop launches. */
export const stopsLaunches: readonly PauseExtent[] = ['DisruptionAndLaunches'];

/** Reads the pauses of a cluster. */
export async function pausesInForce(
  store: Pick<Repositories, 'pauses' | 'access'>,
  clusterId: ClusterId,
  now: Instant,
): Promise<PausesInForce> {
  const known = await store.pauses.ofCluster(clusterId, null);
  const poolOf = await brakedPools(store, known);
  const of = (nodePool: string | null): readonly Pause[] =>
    known.length === 0 ? [] : pausesOf(known, poolOf(clusterId, nodePool), now);
  return {
    of,
    stopping: (nodePools, stops) =>
      [...nodePools].flatMap(of).find((pause) => stops.includes(pause.stops)) ?? null,
    changesAt: Math.min(
      ...known.flatMap((pause) => (isInForce(pause, now) ? (pause.expiresAt ?? []) : [])),
    ),
  };
}
