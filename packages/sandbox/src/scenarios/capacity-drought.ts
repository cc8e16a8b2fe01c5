import { regions } from '../world/regions.js';
import { setInflation } from './inflate.js';
import type { Scenario } from './scenario.js';

export const capacityDrought: Scenario = {
  name: 'capacity-drought',
  summary:
    'EC2 has no Spot capacity in the region, and On-Demand in one zone only; pods ask for nodes',
  watch:
    'launches fail for lack of capacity, what was asked for is passed over for a while, the pods get other nodes',
  page: (cluster) => `/clusters/${cluster}`,
  size: { of: 'pods that ask for nodes', usual: 20, max: 500 },
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
    return `${region} has only On-Demand in ${spared?.name ?? 'no zone'} for ${seconds} s; ${size} pods ask for nodes in ${plan.name}`;
  },
};
