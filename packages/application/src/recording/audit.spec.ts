import { describe, expect, it } from 'vitest';
import { ada, setUpCluster } from '../testing/set-up-cluster.js';
import { auditRefusal, auditWrite } from './audit.js';

const object = { kind: 'Cluster', id: 'clu_1', name: 'prod' };

describe('auditWrite', () => {
  it('records the actor, the time, and both states of the object', async () => {
    const { ports, store, clusterId, clock } = await setUpCluster();
    await store.transaction((tx) =>
      auditWrite(ports, tx, ada, {
        action: 'cluster.update',
        object,
        clusterId,
        comment: 'weekend',
        before: { mode: 'auto' },
        after: { mode: 'observe' },
        requestId: 'req_1',
      }),
    );
    expect(store.tables.audit.all()).toEqual([
      {
        id: expect.stringMatching(/^aud_/),
        at: clock.now(),
        actor: { kind: 'User', id: 'usr_ada', name: 'ada' },
        action: 'cluster.update',
        object,
        clusterId,
        outcome: 'Done',
        comment: 'weekend',
        before: { mode: 'auto' },
        after: { mode: 'observe' },
        requestId: 'req_1',
      },
    ]);
  });

  it('records null for each fact that a write does not have', async () => {
    const { ports, store } = await setUpCluster();
    await store.transaction((tx) =>
      auditWrite(ports, tx, ada, { action: 'user.create', object, requestId: null }),
    );
    expect(store.tables.audit.all()).toMatchObject([
      { clusterId: null, comment: null, before: null, after: null, requestId: null },
    ]);
  });

  it('is undone with the write that it records', async () => {
    const { ports, store } = await setUpCluster();
    const failing = store.transaction(async (tx) => {
      await auditWrite(ports, tx, ada, { action: 'user.create', object, requestId: null });
      throw new RangeError('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    expect(store.tables.audit.all()).toEqual([]);
  });
});

describe('auditRefusal', () => {
  const source = { address: '10.0.0.7', requestId: 'req_2' };

  it.each([
    ['the known actor', { kind: 'User', id: 'usr_ada', name: 'ada' } as const],
    ['an unknown actor', null],
  ])('records the attempt of %s with its address', async (_who, actor) => {
    const { ports, store, clock } = await setUpCluster();
    const after = { reason: 'wrong password' };
    await auditRefusal(ports, store, { action: 'session.create', object, actor, after }, source);
    expect(store.tables.audit.all()).toEqual([
      {
        id: expect.stringMatching(/^aud_/),
        at: clock.now(),
        actor: actor ?? { kind: 'Anonymous', id: null, name: 'unknown' },
        action: 'session.create',
        object,
        clusterId: null,
        outcome: 'Refused',
        comment: null,
        before: null,
        after: { reason: 'wrong password', address: '10.0.0.7' },
        requestId: 'req_2',
      },
    ]);
  });
});
