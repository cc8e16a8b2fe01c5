import { expect, it } from 'vitest';
import { setUpCluster } from '../testing/set-up-cluster.js';
import { reconcileStaticPoolsSoon } from './reconcile-static-pools-soon.js';

it.each([
  ['requests the job for a static NodePool that is concerned', 2, 'default', 1],
  ['requests the job for a static NodePool without replicas', 0, 'default', 1],
  ['requests nothing when only another NodePool is concerned', 2, 'batch', 0],
  ['requests nothing for a NodePool that is not static', undefined, 'default', 0],
])('%s', async (_what, replicas, name, jobs) => {
  const { ports, store, clusterId, clock } = await setUpCluster(
    {},
    replicas === undefined ? {} : { replicas },
  );
  await store.transaction((tx) =>
    reconcileStaticPoolsSoon(ports, tx, clusterId, (pool) => pool.name === name),
  );
  const job = {
    message: { type: 'provisioning.reconcile-static-pools', clusterId },
    deliverAt: clock.now(),
  };
  expect(store.tables.outbox.all()).toEqual(Array.from({ length: jobs }, () => job));
});
