import type { ClusterId, Instant } from '@kerf/core';
import type { CostReport } from '../domain/cost/cost-report.js';
import type { CostSample, MeasuredPeriod } from '../domain/cost/cost-sample.js';

/** Cost samples of clusters, and up to when the cost of each cluster is accounted for. */
export interface CostRepository {
  /** Returns up to when the cluster's cost is accounted for; `null` before the first time. */
  accountedUntil(clusterId: ClusterId): Promise<Instant | null>;
  /**
   * Adds samples to the series and moves the end of the accounted period from `from` to `until`;
   * the first period creates the account.
   * @returns false, and adds nothing, when the account does not end at `from`, or exists already
   */
  add(
    clusterId: ClusterId,
    period: MeasuredPeriod,
    samples: readonly CostSample[],
  ): Promise<boolean>;
  /** Deletes the samples that are older than the retention of their resolution. */
  prune(clusterId: ClusterId, now: Instant): Promise<void>;
  /** Replaces the cost report of the cluster. */
  saveReport(clusterId: ClusterId, asOf: Instant, report: CostReport): Promise<void>;
}
