import type { Scenario } from './scenario.js';

/** A server answers 403 for about so long after its start: its RBAC rules are not loaded yet. */
const rulesLoadedAfterMs = 1_000;

export const apiRestart: Scenario = {
  name: 'api-restart',
  summary:
    'the cluster’s API server restarts: it answers 403 for a second, then 429, then as before',
  watch: 'the cluster’s page stays connected or recovers within seconds; nothing is stranded',
  page: (cluster) => `/clusters/${cluster}`,
  size: null,
  seconds: 5,
  begin: ({ plan, cluster, seconds, after, atEnd }) => {
    atEnd(() => cluster.refusals.set(null));
    cluster.refusals.set('Forbidden');
    cluster.compact();
    cluster.cutWatches();
    after(rulesLoadedAfterMs, () => cluster.refusals.set('Initializing'));
    return `the API server of ${plan.name} restarts and is ready after ${seconds} s`;
  },
};
