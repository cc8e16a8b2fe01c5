import type { Scenario } from './scenario.js';

/** EC2's buckets hold a burst of calls beyond the rate. */
const burstSeconds = 5;

export const throttle: Scenario = {
  name: 'throttle',
  summary: 'EC2 throttles calls above a few per second.',
  watch: 'The cluster’s page shows the throttling. Launches are delayed, and none is duplicated.',
  page: (cluster) => `/clusters/${cluster}`,
  size: { of: 'calls per second', usual: 1, max: 100 },
  seconds: 120,
  begin: ({ fleet, plan, size, seconds, atEnd }) => {
    const { faults } = fleet.world;
    const { accountId, region } = plan;
    const id = faults.add({
      match: { service: 'ec2', accountId, region },
      effect: { kind: 'throttle', perSecond: size, burst: size * burstSeconds },
    });
    atEnd(() => faults.remove(id));
    return `EC2 allows ${plan.name} ${size} calls per second for ${seconds} s.`;
  },
};
