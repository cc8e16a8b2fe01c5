import type { Scenario } from './scenario.js';

export const tokenRefused: Scenario = {
  name: 'token-refused',
  summary: 'The API server responds with 401 to all callers except administrators.',
  watch:
    'Failed operations are retried and recover. After a minute, a finding shows the refused access and how to fix it.',
  page: (cluster) => `/clusters/${cluster}`,
  size: null,
  seconds: 60,
  begin: ({ plan, cluster, seconds, atEnd }) => {
    cluster.refusals.set('Unauthorized');
    atEnd(() => cluster.refusals.set(null));
    return `The API server of ${plan.name} accepts no token for ${seconds} s.`;
  },
};
