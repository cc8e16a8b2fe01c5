import { runningInstances } from './running-instances.js';
import type { Scenario } from './scenario.js';

/** EC2 recommends to move before it warns, where it sees it coming. */
const usualLeadMs = 5_000;
/** The warnings of a storm come within this time. */
const usualSpreadMs = 10_000;

export const spotStorm: Scenario = {
  name: 'spot-storm',
  summary: 'EC2 interrupts Spot instances and has no more capacity of their Spot pools.',
  watch:
    'Interrupted nodes are cordoned, replacements are requested immediately, pods move within two minutes, and no Spot instance of those pools is launched meanwhile.',
  page: () => '/interruptions',
  size: { of: 'Spot instances', usual: 50, max: 5_000 },
  seconds: 180,
  hasNotice: true,
  begin: (stage) => {
    const { fleet, plan, size, noticeMs, after, atEnd } = stage;
    const { interruptions, capacity } = fleet.world;
    const leadMs = Math.min(usualLeadMs, stage.seconds * 250);
    const spreadMs = Math.min(usualSpreadMs, stage.seconds * 500);
    const spot = runningInstances(stage)
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
