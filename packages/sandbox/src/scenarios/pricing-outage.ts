import type { Scenario } from './scenario.js';

export const pricingOutage: Scenario = {
  name: 'pricing-outage',
  summary: 'AWS’s price list cannot be read',
  watch:
    'nodes are launched all the same: at the last prices, or in the order of an estimate; the cluster’s page says so',
  page: (cluster) => `/clusters/${cluster}`,
  size: null,
  seconds: 600,
  begin: ({ fleet, plan, seconds, atEnd }) => {
    const { faults } = fleet.world;
    const id = faults.add({
      match: { service: 'pricing', accountId: plan.accountId },
      effect: {
        kind: 'error',
        code: 'AccessDeniedException',
        message: 'not authorized to perform: pricing:GetProducts',
        status: 400,
      },
    });
    atEnd(() => faults.remove(id));
    return `the price list is away for ${plan.name} for ${seconds} s`;
  },
};
