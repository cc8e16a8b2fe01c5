import type { Scenario } from './scenario.js';

export const tokenRefused: Scenario = {
  name: 'token-refused',
  summary: 'the cluster’s API answers 401 to everybody but administrators',
  watch:
    'nothing is stranded: what failed is retried and goes on by itself; after a minute a finding says what is refused and how to fix it',
  page: (cluster) => `/clusters/${cluster}`,
  size: null,
  seconds: 60,
  begin: ({ plan, cluster, seconds, atEnd }) => {
    cluster.refusals.set('Unauthorized');
    atEnd(() => cluster.refusals.set(null));
    return `the API of ${plan.name} accepts no token for ${seconds} s`;
  },
};
