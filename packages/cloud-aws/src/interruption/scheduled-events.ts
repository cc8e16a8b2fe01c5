import {
  type InstanceStatus,
  type InstanceStatusEvent,
  paginateDescribeInstanceStatus,
} from '@aws-sdk/client-ec2';
import type { ScheduledEvent } from '@kerf/application';
import type { AwsSession } from '../clients.js';
import { collectPages } from '../pages.js';

/**
 * Codes of events that stop the workload of the instance. Source: karpenter aws
 * pkg/controllers/instancestatus.
 */
const codes = [
  'instance-reboot',
  'instance-retirement',
  'instance-stop',
  'system-maintenance',
  'system-reboot',
];
/** EC2 lists completed and canceled events for a week. Source: EC2 user guide, scheduled events. */
const isOver = /^\[(Completed|Canceled)\]/;

/** Returns the scheduled events of all running instances in the account's region. */
export function listScheduledEvents(session: AwsSession): Promise<readonly ScheduledEvent[]> {
  return session.call('ec2:DescribeInstanceStatus', async (options) => {
    const statuses = await collectPages(
      paginateDescribeInstanceStatus(
        { client: session.ec2, pageSize: 1000 },
        { Filters: [{ Name: 'event.code', Values: codes }] },
        options,
      ),
      (page) => page.InstanceStatuses,
    );
    return statuses.flatMap(eventsOf);
  });
}

function eventsOf({ InstanceId: instanceId, Events: events = [] }: InstanceStatus) {
  if (instanceId === undefined) return [];
  return events.filter(isToCome).map(({ InstanceEventId: id, Code: code }) => ({
    // Events of one instance without an id differ by code.
    id: id ?? `${code} of ${instanceId}`,
    instanceId,
  }));
}

function isToCome({ Code: code, Description: description = '' }: InstanceStatusEvent): boolean {
  return code !== undefined && codes.includes(code) && !isOver.test(description);
}
