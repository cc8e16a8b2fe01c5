import { rebalanceRecommendation } from '../world/event-bodies.js';
import { runningInstances } from './running-instances.js';
import type { Scenario } from './scenario.js';

/** Of an instance that ended long ago, or never was. */
const nobody = 'i-00000000000000000';
/** A kind that EventBridge may send one day. */
const unknownKind = {
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
  begin: (stage) => {
    const { plan, size } = stage;
    const { interruptions } = stage.fleet.world;
    // The youngest: what Kerf launched rather than what it found.
    const instances = runningInstances(stage)
      .toSorted((a, b) => b.launchedAt - a.launchedAt)
      .slice(0, size);
    for (const [index, instance] of instances.entries()) {
      if (index % 3 === 0) interruptions.scheduleRetirement(instance.id);
      else if (index % 3 === 1)
        interruptions.publish(instance, rebalanceRecommendation(instance), 2);
      else interruptions.warnCapacityReservation(instance.id, stage.noticeMs);
    }
    const [template] = instances;
    if (template !== undefined) {
      interruptions.publish(plan, rebalanceRecommendation({ ...template, id: nobody }));
    }
    interruptions.publish(plan, unknownKind);
    interruptions.send(plan, '{"version":"0","detail-type":');
    return `${instances.length} instances of ${plan.name} get a notice, besides messages that are late, unknown and invalid.`;
  },
};
