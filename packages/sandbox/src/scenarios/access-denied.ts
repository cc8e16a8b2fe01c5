import type { Scenario } from './scenario.js';

export const accessDenied: Scenario = {
  name: 'access-denied',
  summary: 'the cluster’s API answers 403 to everybody but administrators',
  watch:
    'nothing is stranded: what failed is retried and goes on by itself; after a minute a finding says what is denied and how to fix it',
  page: (cluster) => `/clusters/${cluster}`,
  size: null,
  seconds: 60,
  begin: ({ plan, cluster, seconds, atEnd }) => {
    cluster.refusals.set('Forbidden');
    atEnd(() => cluster.refusals.set(null));
    return `the API of ${plan.name} denies all requests for ${seconds} s`;
  },
};
