import { rebalanceRecommendation } from '../world/events/event-bodies.js';
import { runningInstances, type Scenario } from './scenario.js';

/** Time between the rebalance recommendation and the interruption warning. */
const defaultLeadMs = 5_000;
/** Time over which the warnings are spread. */
const defaultSpreadMs = 10_000;

export const spotStorm: Scenario = {
  name: 'spot-storm',
  summary: 'EC2 interrupts Spot instances and has no more capacity of their Spot pools.',
  watch:
    'Interrupted nodes are cordoned, replacements are requested immediately, pods move within two minutes, and no Spot instance of those pools is launched meanwhile.',
  page: () => '/interruptions',
  size: { of: 'Spot instances', usual: 50, max: 5_000 },
  seconds: 180,
  hasNotice: true,
  begin: (context) => {
    const { fleet, plan, size, noticeMs, after, atEnd } = context;
    const { interruptions, capacity } = fleet.world;
    const leadMs = Math.min(defaultLeadMs, context.seconds * 250);
    const spreadMs = Math.min(defaultSpreadMs, context.seconds * 500);
    const spot = runningInstances(context)
      .filter(({ capacityType, reclaim }) => capacityType === 'spot' && reclaim === null)
      .slice(0, size);
    for (const [index, { id, region, zone, instanceType }] of spot.entries()) {
      const pool = { region, zone, instanceType, capacityType: 'spot' } as const;
      capacity.set(pool, 0);
      atEnd(() => capacity.unset(pool));
      interruptions.recommendRebalance(id);
      after(leadMs + (index / spot.length) * spreadMs, () => interruptions.warnSpot(id, noticeMs));
    }
    return spot.length === 0
      ? `${plan.name} has no Spot instances. Let Kerf launch some first, e.g. with inflate.`
      : `${spot.length} Spot instances of ${plan.name} get a notice after ${leadMs / 1000} s and end ${noticeMs / 1000} s later.`;
  },
};

/** ID of an instance that does not exist. */
const unknownInstanceId = 'i-00000000000000000';
/** An event type that Kerf does not know. */
const unknownEvent = {
  source: 'aws.ec2',
  detailType: 'EC2 Instance Serenity Notification',
  resources: [],
  detail: {},
} as const;

export const mixedNotices: Scenario = {
  name: 'mixed-notices',
  summary:
    'AWS sends notices of rebalancing, retirements and ending reservations. Some messages are duplicated, late, invalid or of an unknown kind.',
  watch:
    'Nodes with a retirement or an ending reservation are drained. Every message is counted, and none causes harm.',
  page: () => '/interruptions',
  size: { of: 'instances', usual: 3, max: 1_000 },
  seconds: null,
  hasNotice: true,
  begin: (context) => {
    const { plan, size } = context;
    const { interruptions } = context.fleet.world;
    // The newest instances, which Kerf probably launched.
    const instances = runningInstances(context)
      .toSorted((a, b) => b.launchedAt - a.launchedAt)
      .slice(0, size);
    for (const [index, instance] of instances.entries()) {
      if (index % 3 === 0) interruptions.scheduleRetirement(instance.id);
      else if (index % 3 === 1)
        interruptions.publish(instance, rebalanceRecommendation(instance), 2);
      else interruptions.warnCapacityReservation(instance.id, context.noticeMs);
    }
    const [template] = instances;
    if (template !== undefined) {
      interruptions.publish(plan, rebalanceRecommendation({ ...template, id: unknownInstanceId }));
    }
    interruptions.publish(plan, unknownEvent);
    interruptions.send(plan, '{"version":"0","detail-type":');
    return `${instances.length} instances of ${plan.name} get a notice, besides messages that are late, unknown and invalid.`;
  },
};
