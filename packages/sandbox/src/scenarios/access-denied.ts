import type { Scenario } from './scenario.js';

export const accessDenied: Scenario = {
  name: 'access-denied',
  summary: 'The API server responds with 403 to all callers except administrators.',
  watch:
    'Failed operations are retried and recover. After a minute, a finding shows the denied permission and how to fix it.',
  page: (cluster) => `/clusters/${cluster}`,
  size: null,
  seconds: 60,
  begin: ({ plan, cluster, seconds, atEnd }) => {
    cluster.refusals.set('Forbidden');
    atEnd(() => cluster.refusals.set(null));
    return `The API server of ${plan.name} denies all requests for ${seconds} s.`;
  },
};
