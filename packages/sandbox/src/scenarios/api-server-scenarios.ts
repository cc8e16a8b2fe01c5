import { rulesLoadedAfterMs } from '../kubernetes/pace/initialize-server.js';
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

/**
 * Interval of interrupted watches; every second time, the server has also compacted its history.
 */
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

export const realPace: Scenario = {
  name: 'real-pace',
  summary:
    'The control plane works at the rates of a real one: pods are created and scheduled gradually, and others write to new nodes.',
  watch:
    'Deploy many pods: they become pending over seconds. Nodes register although their objects change meanwhile.',
  page: () => '/pending',
  size: null,
  seconds: 600,
  begin: ({ plan, cluster, seconds, atEnd }) => {
    const before = cluster.pace.current;
    cluster.pace.set('Real');
    atEnd(() => cluster.pace.set(before));
    return `The control plane of ${plan.name} works at real rates for ${seconds} s.`;
  },
};
