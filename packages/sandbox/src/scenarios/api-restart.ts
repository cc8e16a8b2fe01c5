import type { Scenario } from './scenario.js';

/** A server answers 403 for about so long after its start: its RBAC rules are not loaded yet. */
const rulesLoadedAfterMs = 1_000;

export const apiRestart: Scenario = {
  name: 'api-restart',
  summary:
    'The API server restarts: it responds with 403 for a second, then with 429, then as before.',
  watch: 'The cluster’s page stays connected or recovers within seconds. All operations recover.',
  page: (cluster) => `/clusters/${cluster}`,
  size: null,
  seconds: 5,
  begin: ({ plan, cluster, seconds, after, atEnd }) => {
    atEnd(() => cluster.refusals.set(null));
    cluster.refusals.set('Forbidden');
    cluster.compact();
    cluster.cutWatches();
    after(rulesLoadedAfterMs, () => cluster.refusals.set('Initializing'));
    return `The API server of ${plan.name} restarts and is ready after ${seconds} s.`;
  },
};
