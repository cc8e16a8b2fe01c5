import {
  type InstanceStatus,
  type InstanceStatusSummary,
  paginateDescribeInstanceStatus,
} from '@aws-sdk/client-ec2';
import type { ImpairedInstance } from '@kerf/application';
import type { Instant } from '@kerf/core';
import type { AwsSession } from '../clients.js';
import { collectPages } from '../pages.js';

/** Filters of one call must all match, so each status has its own call. */
const filters = ['instance-status.status', 'system-status.status'] as const;

/**
 * Returns the running instances in the account's region with a failed instance or system status
 * check. Source: karpenter aws pkg/controllers/instancestatus.
 */
export function listImpairedInstances(session: AwsSession): Promise<readonly ImpairedInstance[]> {
  return session.call('ec2:DescribeInstanceStatus', async (options) => {
    const statuses = await Promise.all(
      filters.map((filter) =>
        collectPages(
          paginateDescribeInstanceStatus(
            { client: session.ec2, pageSize: 1000 },
            { Filters: [{ Name: filter, Values: ['impaired'] }] },
            options,
          ),
          (page) => page.InstanceStatuses,
        ),
      ),
    );
    // An instance with two failed checks is in both answers.
    return [
      ...new Map(statuses.flat().map((status) => [status.InstanceId, status])).values(),
    ].flatMap(impairmentOf);
  });
}

/** Returns the check of an instance that failed first; of two at the same time, the system check. */
function impairmentOf(status: InstanceStatus): readonly ImpairedInstance[] {
  const { InstanceId: instanceId, SystemStatus: ofSystem, InstanceStatus: ofInstance } = status;
  if (instanceId === undefined) return [];
  const summaries = [
    ['System', ofSystem],
    ['Instance', ofInstance],
  ] as const;
  return summaries
    .flatMap(([check, summary]) =>
      failuresOf(summary).map((since) => ({ instanceId, check, since })),
    )
    .sort((a, b) => a.since - b.since)
    .slice(0, 1);
}

/** Returns since when the parts of a check fail; a part without a time is left out. */
function failuresOf(summary: InstanceStatusSummary = {}): readonly Instant[] {
  return (summary.Details ?? []).flatMap(({ Status: status, ImpairedSince: at }) =>
    status === 'failed' && at !== undefined ? [at.getTime()] : [],
  );
}
