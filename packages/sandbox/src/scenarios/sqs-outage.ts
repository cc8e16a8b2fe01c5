import type { Scenario } from './scenario.js';

export const sqsOutage: Scenario = {
  name: 'sqs-outage',
  summary: 'the queue of interruption messages cannot be read',
  watch: 'the cluster’s page says so while it lasts; what was sent meanwhile is read afterwards',
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
    return `SQS is away for ${plan.name} for ${seconds} s`;
  },
};
