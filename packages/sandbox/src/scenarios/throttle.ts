import type { Scenario } from './scenario.js';

/** EC2's buckets hold a burst of calls beyond the rate. */
const burstSeconds = 5;

export const throttle: Scenario = {
  name: 'throttle',
  summary: 'EC2 refuses what exceeds a few calls a second',
  watch: 'the cluster’s page shows that EC2 throttles; launches come later and none comes twice',
  page: (cluster) => `/clusters/${cluster}`,
  size: { of: 'calls a second', usual: 1, max: 100 },
  seconds: 120,
  begin: ({ fleet, plan, size, seconds, atEnd }) => {
    const { faults } = fleet.world;
    const { accountId, region } = plan;
    const id = faults.add({
      match: { service: 'ec2', accountId, region },
      effect: { kind: 'throttle', perSecond: size, burst: size * burstSeconds },
    });
    atEnd(() => faults.remove(id));
    return `EC2 lets ${plan.name} make ${size} calls a second for ${seconds} s`;
  },
};
