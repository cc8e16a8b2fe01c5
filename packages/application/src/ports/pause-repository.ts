import type { ClusterId, Instant, PauseId } from '@kerf/core';
import type { Pause } from '../domain/brake/pause.js';

/** Pauses, released ones included. */
export interface PauseRepository {
  insert(pause: Pause): Promise<void>;
  find(id: PauseId): Promise<Pause | null>;
  /** Compare-and-set on `version`; returns `null` when another writer saved first. */
  save(pause: Pause): Promise<Pause | null>;
  /**
   * Returns the pauses that may concern the cluster: its own, and those of teams and of the
   * organization; oldest first.
   * @param releasedAfter with those that were released after this time; `null`: without released ones
   */
  ofCluster(clusterId: ClusterId, releasedAfter: Instant | null): Promise<readonly Pause[]>;
  /** Returns the pauses of all scopes, newest first, at most 500; `releasedAfter` as above. */
  list(releasedAfter: Instant | null): Promise<readonly Pause[]>;
}
