import type { ClusterId, Instant } from '@kerf/core';
import type { PauseExtent } from '@kerf/engine';
import type { BrakedPool } from '../domain/brake/brake-scope.js';
import { type Pause, pausesOf } from '../domain/brake/pause.js';
import type { Repositories } from '../ports/store.js';

/** The pauses of a cluster at one time. */
export interface PausesInForce {
  /** Returns the pauses of a NodePool, or of nodes without one, those that stop most first. */
  of(nodePool: string | null): readonly Pause[];
  /** Returns the first pause of these NodePools that stops at least this; `null` without one. */
  stopping(nodePools: Iterable<string | null>, stops: readonly PauseExtent[]): Pause | null;
}

/** What stops all disruption. */
export const stopsDisruption: readonly PauseExtent[] = ['Disruption', 'DisruptionAndLaunches'];
/** What stops consolidation: everything that a pause can be. */
export const stopsConsolidation: readonly PauseExtent[] = ['Consolidation', ...stopsDisruption];
/** What stops launches. */
export const stopsLaunches: readonly PauseExtent[] = ['DisruptionAndLaunches'];

/** Reads the pauses of a cluster. */
export async function pausesInForce(
  { pauses }: Pick<Repositories, 'pauses'>,
  clusterId: ClusterId,
  now: Instant,
): Promise<PausesInForce> {
  const known = await pauses.ofCluster(clusterId, null);
  const poolOf = (nodePool: string | null): BrakedPool => ({ clusterId, nodePool, teamIds: [] });
  const of = (nodePool: string | null): readonly Pause[] =>
    known.length === 0 ? [] : pausesOf(known, poolOf(nodePool), now);
  return {
    of,
    stopping: (nodePools, stops) =>
      [...nodePools].flatMap(of).find((pause) => stops.includes(pause.stops)) ?? null,
  };
}
