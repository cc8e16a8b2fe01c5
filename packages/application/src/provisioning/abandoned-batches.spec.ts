import type { Instant } from '@kerf/core';
import { expect, it } from 'vitest';
import type { SchedulingBatch } from '../domain/scheduling/scheduling-batch.js';
import { withOtherWriter } from '../testing/other-writer.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { endAbandonedBatches } from './abandoned-batches.js';
import { receivePodEvents } from './open-batch.js';

/** Stores a batch with one pod that has been in state `Solving` since then. */
async function storeSolving(setup: ClusterSetup, solvingSince: Instant): Promise<SchedulingBatch> {
  const { ports, store, clusterId } = setup;
  await receivePodEvents(ports, clusterId, [{ uid: 'a', namespace: 'default', name: 'a' }]);
  setup.takeJobs();
  const open = await store.batches.findOpen(clusterId);
  const solving = open && (await store.batches.save({ ...open, state: 'Solving', solvingSince }));
  if (solving === null) throw new RangeError('there is no open batch');
  return solving;
}

it('fails an abandoned batch and adds its pods to the open batch', async () => {
  const setup = await setUpCluster();
  const { ports, store, clusterId, clock } = setup;
  const abandoned = await storeSolving(setup, clock.now());
  await endAbandonedBatches(ports, clusterId, clock.now());
  expect(await store.batches.find(abandoned.id)).toMatchObject({ state: 'Failed' });
  const open = await store.batches.findOpen(clusterId);
  expect(open).toMatchObject({ podCount: 1, openedAt: clock.now() });
  expect(await store.batches.podsOf(open?.id ?? '')).toEqual(['a']);
  expect(setup.takeJobs()).toEqual([
    { type: 'provisioning.solve-batch', clusterId, batchId: open?.id },
  ]);
});

it('adds the pods to a batch that is open already', async () => {
  const setup = await setUpCluster();
  const { ports, store, clusterId, clock } = setup;
  await storeSolving(setup, clock.now());
  await receivePodEvents(ports, clusterId, [{ uid: 'b', namespace: 'default', name: 'b' }]);
  await endAbandonedBatches(ports, clusterId, clock.now());
  expect(await store.batches.undecidedPods(clusterId)).toEqual(['b', 'a']);
});

it('leaves a batch alone whose solve began after the given time', async () => {
  const setup = await setUpCluster();
  const { ports, store, clusterId, clock } = setup;
  const solving = await storeSolving(setup, clock.now());
  await endAbandonedBatches(ports, clusterId, clock.now() - 1);
  expect(await store.batches.find(solving.id)).toEqual(solving);
  expect(setup.takeJobs()).toEqual([]);
});

it('adds no pods when the solve ends at the same time', async () => {
  const setup = await setUpCluster();
  const { ports, store, clusterId, clock } = setup;
  const solving = await storeSolving(setup, clock.now());
  const busy = withOtherWriter(store, () => store.batches.save({ ...solving, state: 'Solved' }));
  await endAbandonedBatches({ ...ports, store: busy }, clusterId, clock.now());
  expect(await store.batches.find(solving.id)).toMatchObject({ state: 'Solved' });
  expect(await store.batches.findOpen(clusterId)).toBeNull();
});
