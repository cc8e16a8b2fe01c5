import { isInflated, setInflation } from './inflate.js';
import type { Scenario } from './scenario.js';

export const scaleDown: Scenario = {
  name: 'scale-down',
  summary: 'Most of the load ends, as on a holiday.',
  watch:
    'Nodes become empty or almost empty. Decisions remove or replace them, and the cost decreases.',
  page: () => '/decisions',
  size: { of: 'percent of the usual load', usual: 30, max: 100 },
  seconds: 600,
  begin: ({ fleet, plan, cluster, size, atEnd }) => {
    fleet.movement.setDemand(plan.name, size / 100);
    atEnd(() => fleet.movement.setDemand(plan.name, 1));
    if (isInflated(cluster)) setInflation(cluster, 0);
    return `${plan.name} has ${size}% of its usual load.`;
  },
};
