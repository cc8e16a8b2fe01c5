import { type ClusterView, JobAfterChange } from '@kerf/application';
import type { DurationMs, Instant } from '@kerf/core';
import type { JobHandlers } from '@kerf/queue-bullmq';

/** Minimum time between two requested runs of `definition.publish-status`. */
const statusSpacingMs: DurationMs = 5_000;
/** Minimum time between two requested runs of `brake.check`. */
const brakeSpacingMs: DurationMs = 10_000;

/** Minimum time between two requested runs of `cost.report`. An analysis of a large cluster takes a tenth of a second. */
const costSpacingMs: DurationMs = 30_000;

/** A job that runs after changes. */
export type JobAfterChanges = (typeof names)[number];

/** A run to request, and its time, which may be in the future. */
export interface RequestedRun {
  readonly name: JobAfterChanges;
  readonly at: Instant;
}

/**
 * Decides when the jobs of a cluster are requested that run after changes of its records or of the
 * cluster, and at the times that their last runs returned. Schedules run them each minute besides.
 */
export class JobsAfterChanges {
  #records = 0;
  #podEvents = 0;
  #view: ClusterView['revision'] | null = null;
  readonly #jobs: Readonly<Record<JobAfterChanges, JobAfterChange>>;

  /** @param disruptionPollMs minimum time between two requested runs of `disruption.plan` */
  constructor({ disruptionPollMs }: { readonly disruptionPollMs: DurationMs }) {
    this.#jobs = {
      'brake.check': new JobAfterChange(brakeSpacingMs),
      'cost.report': new JobAfterChange(costSpacingMs),
      'definition.publish-status': new JobAfterChange(statusSpacingMs),
      'disruption.plan': new JobAfterChange(disruptionPollMs),
    };
  }

  /** Number of noticed changes of records. */
  get recordChanges(): number {
    return this.#records;
  }

  /** Called when the revision of the cluster's records has grown. */
  markRecordsChanged(): void {
    this.#records += 1;
  }

  /** Called when it was recorded that pods came to nodes or left them. */
  markPodEvents(): void {
    this.#podEvents += 1;
  }

  /** Requests a run at the next {@link takeDue}, because an input changed that it does not compare. */
  require(name: JobAfterChanges): void {
    this.#jobs[name].require();
  }

  /** Requests runs of all jobs at once, e.g. after an outage. */
  requestAllAgain(): void {
    for (const job of Object.values(this.#jobs)) job.requestAgain();
  }

  /**
   * Returns the runs to request now.
   * @param view of the cluster; `null` while the cluster cache is not synced
   */
  takeDue(view: ClusterView | null, now: Instant): readonly RequestedRun[] {
    // While the cache is not synced, the jobs fail, and are requested again.
    this.#view = view?.revision ?? this.#view;
    const records = this.#records;
    const podEvents = this.#podEvents;
    const inputs: Readonly<Record<JobAfterChanges, readonly unknown[]>> = {
      'brake.check': [records],
      'definition.publish-status': [records, podEvents, this.#view?.shown],
      'disruption.plan': [records, podEvents, this.#view?.all],
      'cost.report': [records, podEvents, this.#view?.all],
    };
    return names.flatMap((name) => {
      const at = this.#jobs[name].request(now, inputs[name]);
      return at === null ? [] : [{ name, at }];
    });
  }

  /** Returns the handlers; they record runs of these jobs, whatever requested them. */
  watch(handlers: JobHandlers): JobHandlers {
    const run = (name: JobAfterChanges): JobHandlers[typeof name] => {
      const handle = handlers[name];
      return (payload) => this.#jobs[name].run(() => handle(payload));
    };
    return {
      ...handlers,
      'brake.check': run('brake.check'),
      'cost.report': run('cost.report'),
      'definition.publish-status': run('definition.publish-status'),
      'disruption.plan': run('disruption.plan'),
      'node-claim.check-liveness': async (payload) => {
        try {
          return await handlers['node-claim.check-liveness'](payload);
        } finally {
          // It has recorded which nodes are consistent with their NodeClaims, whatever else failed.
          this.require('definition.publish-status');
        }
      },
    };
  }
}

const names = [
  'definition.publish-status',
  'brake.check',
  'disruption.plan',
  'cost.report',
] as const;
