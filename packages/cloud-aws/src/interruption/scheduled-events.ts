import {
  type InstanceStatus,
  type InstanceStatusEvent,
  paginateDescribeInstanceStatus,
} from '@aws-sdk/client-ec2';
import type { ScheduledEvent } from '@kerf/application';
import type { AwsSession } from '../clients.js';
import { collectPages } from '../pages.js';

/** Each of them stops what runs on the instance. Source: karpenter aws pkg/controllers/instancestatus. */
const codes = [
  'instance-reboot',
  'instance-retirement',
  'instance-stop',
  'system-maintenance',
  'system-reboot',
];
/** EC2 goes on telling of events that are over, for a week. Source: EC2 user guide, scheduled events. */
const isOver = /^\[(Completed|Canceled)\]/;

/** Of all running instances in the account's region. */
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
    // Events of one instance without an ID differ by their code.
    id: id ?? `${code} of ${instanceId}`,
    instanceId,
  }));
}

function isToCome({ Code: code, Description: description = '' }: InstanceStatusEvent): boolean {
  return code !== undefined && codes.includes(code) && !isOver.test(description);
}
