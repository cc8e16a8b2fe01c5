import { type ClusterView } from '@kerf/application';
import type { DurationMs, Instant } from '@kerf/core';
import { JobsAfterChanges } from '../jobs/jobs-after-changes.js';

/** Shorter than in production: the specs test the order of events. */
const planSpacingMs: DurationMs = 2_000;
const minuteMs: DurationMs = 60_000;

/** A worker's view of its cluster in a pass of its loop. */
interface Seen {
  /** Revision of the cluster's records. */
  readonly records: number;
  readonly view: ClusterView;
  readonly now: Instant;
}

/** Requests `disruption.plan` as the runtime and the schedules of a cluster do. */
export class PlanRequests {
  readonly jobs = new JobsAfterChanges({ disruptionPollMs: planSpacingMs });
  #records = 0;
  #requestedFor: readonly Instant[] = [];
  #scheduledAt: Instant = 0;

  /** Returns true if a run is to start now. */
  takeDue({ records, view, now }: Seen): boolean {
    if (records !== this.#records) this.jobs.markRecordsChanged();
    this.#records = records;
    const requested = this.jobs
      .takeDue(view, now)
      .flatMap(({ name, at }) => (name === 'disruption.plan' ? [at] : []));
    const all = [...this.#requestedFor, ...requested];
    this.#requestedFor = all.filter((at) => at > now);
    const isScheduled = now - this.#scheduledAt >= minuteMs;
    if (isScheduled) this.#scheduledAt = now;
    return isScheduled || this.#requestedFor.length < all.length;
  }

  /** The queue loses its jobs, and the worker requests them again. */
  loseJobs(): void {
    this.#requestedFor = [];
    this.jobs.requestAllAgain();
  }
}
