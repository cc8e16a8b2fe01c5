import type { Instance } from '../compute/instance.js';

/** An EventBridge event, with AWS's field names. */
export interface EventBody {
  readonly source: string;
  readonly detailType: string;
  readonly resources: readonly string[];
  readonly detail: Readonly<Record<string, unknown>>;
}

type Subject = Pick<Instance, 'id' | 'accountId' | 'region' | 'zone' | 'zoneId'>;

/** Source: https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/spot-instance-termination-notices.html */
export function spotWarning(instance: Subject): EventBody {
  return {
    source: 'aws.ec2',
    detailType: 'EC2 Spot Instance Interruption Warning',
    resources: [zonalArn(instance)],
    detail: { 'instance-id': instance.id, 'instance-action': 'terminate' },
  };
}

/** Source: https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/rebalance-recommendations.html */
export function rebalanceRecommendation(instance: Subject): EventBody {
  return {
    source: 'aws.ec2',
    detailType: 'EC2 Instance Rebalance Recommendation',
    resources: [zonalArn(instance)],
    detail: { 'instance-id': instance.id },
  };
}

/** Source: https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/monitoring-instance-state-changes.html */
export function stateChange(instance: Subject, state: string): EventBody {
  return {
    source: 'aws.ec2',
    detailType: 'EC2 Instance State-change Notification',
    resources: [arn(instance)],
    detail: { 'instance-id': instance.id, state },
  };
}

/** Source: https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/interruptible-capacity-reservations.html */
export function capacityReservationWarning(instance: Subject, endsAt: number): EventBody {
  return {
    source: 'aws.ec2',
    detailType: 'EC2 Capacity Reservation Instance Interruption Warning',
    resources: [arn(instance)],
    detail: {
      'instance-id': instance.id,
      'instance-action': 'terminate',
      'instance-termination-time': toSeconds(endsAt),
      azId: instance.zoneId,
    },
  };
}

/**
 * Returns the event of a hardware retirement. Source:
 * https://docs.aws.amazon.com/health/latest/ug/aws-health-events-eventbridge-schema.html
 */
export function scheduledRetirement(
  instance: Subject,
  times: { readonly now: number; readonly startsAt: number },
): EventBody {
  const type = 'AWS_EC2_INSTANCE_RETIREMENT_SCHEDULED';
  const { region, id, accountId } = instance;
  const endsAt = times.startsAt + 2 * 3_600_000;
  return {
    source: 'aws.health',
    detailType: 'AWS Health Event',
    resources: [id],
    detail: {
      eventArn: `arn:aws:health:${region}::event/EC2/${type}/${type}_${id.slice(2)}`,
      service: 'EC2',
      eventScopeCode: 'ACCOUNT_SPECIFIC',
      eventTypeCode: type,
      eventTypeCategory: 'scheduledChange',
      communicationId: `${id.slice(2)}-1`,
      startTime: new Date(times.startsAt).toUTCString(),
      endTime: new Date(endsAt).toUTCString(),
      lastUpdatedTime: new Date(times.now).toUTCString(),
      statusCode: 'upcoming',
      eventRegion: region,
      eventDescription: [
        {
          language: 'en_US',
          latestDescription: `EC2 has detected degradation of the hardware that hosts ${id}; it is scheduled for retirement.`,
        },
      ],
      affectedEntities: [
        { entityValue: id, status: 'IMPAIRED', lastUpdatedTime: new Date(times.now).toUTCString() },
      ],
      affectedAccount: accountId,
      page: '1',
      totalPages: '1',
    },
  };
}

const arn = ({ region, accountId, id }: Subject): string =>
  `arn:aws:ec2:${region}:${accountId}:instance/${id}`;

/** ARN with the zone and without an account, as in these two event types. */
const zonalArn = ({ zone, id }: Subject): string => `arn:aws:ec2:${zone}:instance/${id}`;

/** Formats a time as EventBridge does: without fractions. */
export function toSeconds(instant: number): string {
  return new Date(instant).toISOString().replace(/\.\d+Z$/, 'Z');
}
