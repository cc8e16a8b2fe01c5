import { aDecision } from '@kerf/testing';
import { expect, it } from 'vitest';
import { setUpCluster } from '../testing/set-up-cluster.js';
import { supersede } from './supersede.js';

it('closes the decision with the reason in its history, and notifies pages', async () => {
  const { ports, store, clusterId, clock } = await setUpCluster();
  const decision = aDecision({ clusterId, id: 'dec_1' });
  await store.decisions.insert(decision, []);
  const why = {
    detail: 'the node has pods again',
    dropped: [{ nodeName: 'ip-10-0-0-1', reasons: [{ code: 'NOT_EMPTY', pods: 1 }] }],
  } as const;
  await store.transaction((tx) => supersede(ports, tx, decision, why));
  expect(await store.decisions.find('dec_1')).toMatchObject({
    state: 'Superseded',
    finishedAt: clock.now(),
    version: 2,
  });
  expect(await store.decisions.events('dec_1')).toEqual([
    { at: clock.now(), kind: 'Superseded', actor: 'kerf', data: why },
  ]);
  expect(store.tables.changes.all()).toContainEqual({
    topic: 'decision',
    clusterId,
    id: 'dec_1',
    version: 2,
  });
});

it('leaves a decision alone that someone has approved first', async () => {
  const { ports, store, clusterId } = await setUpCluster();
  const decision = aDecision({ clusterId, id: 'dec_1' });
  await store.decisions.insert(decision, []);
  await store.decisions.save({ ...decision, state: 'Approved' }, []);
  store.tables.changes.deleteWhere(() => true);
  await store.transaction((tx) => supersede(ports, tx, decision, { detail: 'outdated' }));
  expect(await store.decisions.find('dec_1')).toMatchObject({ state: 'Approved' });
  expect(await store.decisions.events('dec_1')).toEqual([]);
  expect(store.tables.changes.all()).toEqual([]);
});

it('refuses a decision that is being executed', async () => {
  const { ports, store, clusterId } = await setUpCluster();
  const decision = aDecision({ clusterId, id: 'dec_1', state: 'Executing' });
  await expect(supersede(ports, store, decision, { detail: 'outdated' })).rejects.toThrow(
    'Decision dec_1 cannot go from Executing to Superseded',
  );
});
