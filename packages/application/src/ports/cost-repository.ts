import type { ClusterId, Instant } from '@kerf/core';
import type { CostReport } from '../domain/cost/cost-report.js';
import type { MeasuredCost } from '../domain/cost/cost-sample.js';
import type { NodeCostSpan } from '../domain/cost/node-cost-span.js';

/** Cost samples, node cost spans and other figures of clusters over time, and up to when the cost of each cluster is accounted for. */
export interface CostRepository {
  /** Returns up to when the cluster's cost is accounted for; `null` before the first time. */
  accountedUntil(clusterId: ClusterId): Promise<Instant | null>;
  /** Returns the spans of the cluster that have not ended. */
  runningSpans(clusterId: ClusterId): Promise<readonly NodeCostSpan[]>;
  /**
   * Adds samples of costs and pending pods to the series, writes the changes of the node cost spans, and moves the end of the
   * accounted period from `from` to `until`; the first period creates the account.
   * @returns false, and adds nothing, when the account does not end at `from`, or exists already
   */
  add(clusterId: ClusterId, measured: MeasuredCost): Promise<boolean>;
  /** Deletes samples, spans and gaps that are older than their retention. */
  prune(clusterId: ClusterId, now: Instant): Promise<void>;
  /** Replaces the cost report of the cluster, and adds its possible saving to the series. */
  saveReport(clusterId: ClusterId, asOf: Instant, report: CostReport): Promise<void>;
}
