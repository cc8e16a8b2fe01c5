import { regions } from '../world/regions.js';
import { setInflation } from './inflate.js';
import type { Scenario } from './scenario.js';

export const capacityDrought: Scenario = {
  name: 'capacity-drought',
  summary:
    'EC2 has no Spot capacity in the region, and On-Demand capacity in one zone only, while pods need nodes.',
  watch:
    'Launches fail with insufficient capacity, their offerings are avoided for some minutes, and the pods get other nodes.',
  page: (cluster) => `/clusters/${cluster}`,
  size: { of: 'pods that need nodes', usual: 20, max: 500 },
  seconds: 180,
  begin: ({ fleet, plan, cluster, size, seconds, atEnd }) => {
    const { capacity } = fleet.world;
    const { region } = plan;
    const [spared, ...dry] = regions.get(region)?.zones ?? [];
    const pools = [
      { region, capacityType: 'spot' } as const,
      ...dry.map(({ name }) => ({ region, zone: name, capacityType: 'on-demand' }) as const),
    ];
    for (const pool of pools) {
      capacity.set(pool, 0);
      atEnd(() => capacity.unset(pool));
    }
    setInflation(cluster, size);
    return `${region} has only On-Demand capacity in ${spared?.name ?? 'no zone'} for ${seconds} s, and ${size} pods need nodes in ${plan.name}.`;
  },
};
