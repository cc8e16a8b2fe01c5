import type { Scenario } from './scenario.js';

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
