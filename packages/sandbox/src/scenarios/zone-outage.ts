import { runningInstances } from './running-instances.js';
import type { Scenario } from './scenario.js';

export const zoneOutage: Scenario = {
  name: 'zone-outage',
  summary: 'The zone with the most nodes is cut off, and nothing can be launched there.',
  watch:
    'The nodes of the zone become NotReady, and their pods are replaced in other zones. Then the zone recovers.',
  page: (cluster) => `/clusters/${cluster}`,
  size: null,
  seconds: 180,
  begin: (stage) => {
    const { plan, seconds, atEnd } = stage;
    const { capacity, instances } = stage.fleet.world;
    const [zone, affected] =
      [...Map.groupBy(runningInstances(stage), (instance) => instance.zone)].toSorted(
        ([, a], [, b]) => b.length - a.length,
      )[0] ?? [];
    if (zone === undefined || affected === undefined) return `${plan.name} has no instances.`;
    const pool = { region: plan.region, zone };
    capacity.set(pool, 0);
    atEnd(() => capacity.unset(pool));
    for (const { id } of affected) {
      instances.setImpaired(id, true);
      atEnd(() => instances.setImpaired(id, false));
    }
    return `${affected.length} instances of ${plan.name} in ${zone} are cut off for ${seconds} s.`;
  },
};
