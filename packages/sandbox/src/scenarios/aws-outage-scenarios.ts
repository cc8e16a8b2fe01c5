import type { Scenario } from './scenario.js';

export const pricingOutage: Scenario = {
  name: 'pricing-outage',
  summary: 'The price list of AWS cannot be read.',
  watch: 'Nodes are launched by the last prices or by estimates, and the cluster’s page shows it.',
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
    return `The price list is not available to ${plan.name} for ${seconds} s.`;
  },
};

export const sqsOutage: Scenario = {
  name: 'sqs-outage',
  summary: 'The interruption queue cannot be read.',
  watch:
    'The cluster’s page shows the problem while it lasts. Messages that were sent meanwhile are read afterwards.',
  page: (cluster) => `/clusters/${cluster}`,
  size: null,
  seconds: 60,
  begin: ({ fleet, plan, seconds, atEnd }) => {
    const { faults } = fleet.world;
    const { accountId, region } = plan;
    const id = faults.add({
      match: { service: 'sqs', accountId, region },
      effect: {
        kind: 'error',
        code: 'ServiceUnavailable',
        message: 'Service is temporarily unavailable',
        status: 503,
      },
    });
    atEnd(() => faults.remove(id));
    return `SQS is not available to ${plan.name} for ${seconds} s.`;
  },
};
