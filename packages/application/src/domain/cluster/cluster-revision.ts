import type { Instant } from '@kerf/core';

/**
 * The revision of all that work on a cluster depends on, in parts that count apart. Nothing has
 * changed between two equal revisions, apart from the time.
 */
export interface ClusterRevision {
  /** Counted by the store, in the transaction of each change. */
  readonly records: number;
  /** Counted by the cluster cache. */
  readonly view: number;
  /** Counted by the nominations of this worker. */
  readonly nominations: number;
  /** Counted by this worker, which records when pods came to nodes and left them. */
  readonly podEvents: number;
}

/** The last complete run of some work on a cluster. */
export interface Pass {
  /** Read before the run. */
  readonly revision: ClusterRevision;
  readonly at: Instant;
  /** When the work is due although nothing changes. */
  readonly nextAt: Instant;
}

/** Returns true if the work would come to the same result as in its last pass. */
export function holds(
  pass: Pass | null,
  revision: ClusterRevision | null,
  now: Instant,
): pass is Pass {
  // The clock may have been set back since the pass.
  if (pass === null || revision === null || now < pass.at || now >= pass.nextAt) return false;
  const { records, view, nominations, podEvents } = pass.revision;
  return (
    records === revision.records &&
    view === revision.view &&
    nominations === revision.nominations &&
    podEvents === revision.podEvents
  );
}
