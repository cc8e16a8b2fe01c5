import type { Scenario } from './scenario.js';

/** Watches are cut this often; every second time the server has forgotten what they want to go on from. */
const cutEveryMs = 10_000;

export const apiFlaky: Scenario = {
  name: 'api-flaky',
  summary: 'The API server and EC2 return errors or do not respond, and watches are interrupted.',
  watch:
    'The cluster’s page shows the problem and the age of the data. No decision is made from old data, and nothing is lost.',
  page: (cluster) => `/clusters/${cluster}`,
  size: { of: 'percent of the requests', usual: 30, max: 100 },
  seconds: 120,
  begin: ({ fleet, plan, cluster, size, seconds, after, atEnd }) => {
    const ratio = size / 100;
    cluster.faults.set({ errors: (ratio * 2) / 3, hangs: ratio / 3 });
    atEnd(() => cluster.faults.clear());
    const cut = (count: number): void => {
      if (count % 2 === 0) cluster.compact();
      cluster.cutWatches();
      after(cutEveryMs, () => cut(count + 1));
    };
    cut(1);
    const { faults } = fleet.world;
    const { accountId, region } = plan;
    const id = faults.add({
      match: { service: 'ec2', accountId, region },
      effect: {
        kind: 'error',
        code: 'InternalError',
        message: 'An internal error has occurred',
        status: 500,
      },
      ratio,
    });
    atEnd(() => faults.remove(id));
    return `${size}% of the requests to ${plan.name} and its EC2 fail for ${seconds} s.`;
  },
};
