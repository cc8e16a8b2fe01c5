import type { ClusterSettings } from '@kerf/application';
import type { DurationMs } from '@kerf/core';
import type { JobName, JobPayload } from '@kerf/queue-bullmq';

/** Jobs that take no more than their cluster. */
export type RecurringJobName = {
  [Name in JobName]: JobPayload<Name> extends { clusterId: string }
    ? { clusterId: string } extends JobPayload<Name>
      ? Name
      : never
    : never;
}[JobName];

export interface Schedule {
  readonly name: RecurringJobName;
  readonly everyMs: DurationMs;
}

const minute = 60_000;

/**
 * Returns the recurring jobs of a cluster. Sources of the intervals: karpenter static/provisioning (1 min),
 * nodeclaim/garbagecollection (2 min), aws nodeclass/controller.go and instancestatus (1 min), aws
 * arczonalshift (30 s), aws providers/version (5 min), aws providers/instancetype and pricing (12 h; scheduled more often,
 * and read only when outdated, so that a region whose prices appear late is served soon).
 * Spot prices are read more often than Karpenter's 12 h because they determine the cost of most
 * nodes. `brake.check`, `cost.report`, `definition.publish-status` and `disruption.plan` also run after
 * changes, see `jobs-after-changes.ts`; karpenter disruption/controller.go evaluates every 10 s.
 */
export function schedulesOf(settings: ClusterSettings): readonly Schedule[] {
  return [
    { name: 'brake.check', everyMs: minute },
    { name: 'cost.report', everyMs: 5 * minute },
    { name: 'disruption.plan', everyMs: Math.max(minute, settings.disruptionPollMs) },
    { name: 'provisioning.reconcile-static-pools', everyMs: minute },
    { name: 'provisioning.reconcile-standalone-claims', everyMs: minute },
    { name: 'node-claim.check-liveness', everyMs: minute },
    { name: 'node-claim.check-instance-status', everyMs: minute },
    { name: 'node-claim.expire', everyMs: minute },
    { name: 'node-claim.follow-reservations', everyMs: minute },
    { name: 'node-claim.collect-garbage', everyMs: 2 * minute },
    { name: 'interruption.read-scheduled-events', everyMs: minute },
    { name: 'definition.publish-status', everyMs: minute },
    { name: 'catalog.resolve-node-classes', everyMs: minute },
    { name: 'catalog.read-zonal-shifts', everyMs: 30_000 },
    { name: 'cluster.refresh-connection', everyMs: 5 * minute },
    { name: 'catalog.refresh-instance-types', everyMs: 5 * minute },
    { name: 'catalog.refresh-on-demand-prices', everyMs: 5 * minute },
    { name: 'catalog.refresh-spot-prices', everyMs: 5 * minute },
  ];
}
