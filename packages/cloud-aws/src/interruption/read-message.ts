import type { InterruptionWarning, QueueMessageContent } from '@kerf/application';
import type { DurationMs, Instant } from '@kerf/core';
import { z } from 'zod';

/**
 * A spot instance is interrupted this long after its warning. Source: EC2 user guide, interruption
 * notices.
 */
const noticeMs: DurationMs = 120_000;

const instant = z.iso.datetime({ offset: true }).transform((text): Instant => Date.parse(text));
const instanceId = z.string().regex(/^i-[0-9a-f]{8,17}$/, 'is not an instance ID');
const ofInstance = z.object({ 'instance-id': instanceId });

const envelope = z.object({
  id: z.string().min(1).max(200),
  source: z.string(),
  'detail-type': z.string(),
  time: instant,
  detail: z.record(z.string(), z.unknown()),
});
type Event = z.infer<typeof envelope>;

/** Reads the specific part; `null` for an event that requires no action. */
type DetailReader = (event: Event) => Omit<InterruptionWarning, 'eventId' | 'at'> | null;

/** By source and detail type. Source: karpenter aws pkg/controllers/interruption/messages. */
const readers: Readonly<Record<string, DetailReader>> = {
  'aws.ec2 EC2 Spot Instance Interruption Warning': ({ detail, time }) => ({
    kind: 'SpotInterrupted',
    instanceIds: [ofInstance.parse(detail)['instance-id']],
    deadline: time + noticeMs,
  }),
  'aws.ec2 EC2 Instance Rebalance Recommendation': ({ detail }) => ({
    kind: 'RebalanceRecommended',
    instanceIds: [ofInstance.parse(detail)['instance-id']],
    deadline: null,
  }),
  'aws.ec2 EC2 Instance State-change Notification': ({ detail }) => readStateChange(detail),
  'aws.ec2 EC2 Capacity Reservation Instance Interruption Warning': ({ detail, time }) => {
    const read = ofInstance
      .extend({ 'instance-termination-time': instant.optional() })
      .parse(detail);
    return {
      kind: 'CapacityReservationInterrupted',
      instanceIds: [read['instance-id']],
      deadline: read['instance-termination-time'] ?? time + noticeMs,
    };
  },
  'aws.health AWS Health Event': ({ detail }) => readHealth(detail),
};

/** States in which an instance no longer serves as a node, or soon will not. */
const stateKinds: Readonly<Record<string, InterruptionWarning['kind']>> = {
  stopping: 'InstanceStopped',
  stopped: 'InstanceStopped',
  'shutting-down': 'InstanceTerminated',
  terminated: 'InstanceTerminated',
};

function readStateChange(detail: Event['detail']): ReturnType<DetailReader> {
  const read = ofInstance.extend({ state: z.string() }).parse(detail);
  const kind = stateKinds[read.state];
  return kind === undefined ? null : { kind, instanceIds: [read['instance-id']], deadline: null };
}

const health = z.object({ service: z.string(), eventTypeCategory: z.string() });
const affected = z.object({
  affectedEntities: z.array(z.object({ entityValue: z.string() })).default([]),
});

/** Health events also name other entities, such as volumes; those are ignored. */
function readHealth(detail: Event['detail']): ReturnType<DetailReader> {
  const { service, eventTypeCategory } = health.parse(detail);
  if (service !== 'EC2' || eventTypeCategory !== 'scheduledChange') return null;
  const instanceIds = affected
    .parse(detail)
    .affectedEntities.map(({ entityValue }) => entityValue)
    .filter((value) => instanceId.safeParse(value).success);
  return instanceIds.length === 0 ? null : { kind: 'ScheduledChange', instanceIds, deadline: null };
}

/** Reads the body of a message, an EventBridge event in JSON. */
export function readMessage(body: string): QueueMessageContent {
  const json = parseJson(body);
  const event = envelope.safeParse(json);
  if (!event.success) return malformed(event.error);
  const { source, 'detail-type': detailType, id: eventId, time: at } = event.data;
  const other = { type: 'Other', source, detailType } as const;
  const reader = readers[`${source} ${detailType}`];
  if (reader === undefined) return other;
  try {
    const warning = reader(event.data);
    return warning === null ? other : { type: 'Warning', warning: { ...warning, eventId, at } };
  } catch (error) {
    if (error instanceof z.ZodError) return malformed(error);
    throw error;
  }
}

/** Returns `undefined` for invalid JSON, which no event is. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const malformed = (error: z.ZodError): QueueMessageContent => ({
  type: 'Malformed',
  problem: error.issues
    .map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '))
    .join('; '),
});
