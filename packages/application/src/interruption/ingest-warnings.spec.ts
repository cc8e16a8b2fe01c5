import { AppError, labelKeys } from '@kerf/core';
import { aPod } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { InterruptionKind } from '../domain/interruption/interruption.js';
import type { InterruptionWarning } from '../ports/interruption-queue.js';
import type { Ports } from '../ports/ports.js';
import {
  addNode,
  inTransactions,
  requestedJobs,
  withoutView,
} from '../testing/disruption-setup.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { ingestWarnings } from './ingest-warnings.js';

const minuteMs = 60_000;

/** Returns a spot warning about these instances, which end in two minutes. */
function aWarning(
  { clock }: ClusterSetup,
  names: readonly string[],
  fields: Partial<InterruptionWarning> = {},
): InterruptionWarning {
  return {
    kind: 'SpotInterrupted',
    eventId: 'event-1',
    instanceIds: names.map((name) => `i-${name}`),
    at: clock.now() - 1_000,
    deadline: clock.now() + 2 * minuteMs,
    ...fields,
  };
}

async function ingest(
  setup: ClusterSetup,
  warnings: readonly InterruptionWarning[],
  ports: Ports = setup.ports,
): Promise<readonly string[]> {
  const results = await ingestWarnings(ports, setup.clusterId, warnings);
  return results.map(({ result }) => result);
}

const interruptionsOf = ({ store }: ClusterSetup) => store.tables.interruptions.all();

const stateOf = async ({ store }: ClusterSetup, id: string) =>
  (await store.nodeClaims.find(id))?.state;

describe('ingestWarnings, a spot interruption', () => {
  it('starts the termination of the node until the deadline, without approval', async () => {
    const setup = await setUpCluster({ mode: 'approve' });
    const { clock, store } = setup;
    await addNode(setup, 'a', { capacityType: 'spot' });
    await addNode(setup, 'other', { capacityType: 'spot' });
    expect(await ingest(setup, [aWarning(setup, ['a'])])).toEqual(['Drained']);
    const instanceEndsAt = clock.now() + 2 * minuteMs;
    expect(await store.nodeClaims.find('ncl_a')).toMatchObject({
      state: 'Terminating',
      termination: { reason: 'Interrupted', interruption: 'SpotInterrupted', instanceEndsAt },
    });
    expect(await stateOf(setup, 'ncl_other')).toBe('Initialized');
    expect(requestedJobs(setup, 'node-claim.terminate')).toHaveLength(1);
    // The change of the NodeClaim is published; its node is not published as noted, too.
    expect(store.tables.changes.where(({ topic }) => topic === 'nodes')).toEqual([]);
    expect(store.tables.decisions.all()).toMatchObject([
      {
        kind: 'Interrupt',
        state: 'Executing',
        verdict: { kind: 'Auto' },
        nodeClaimIds: ['ncl_a'],
        body: { reason: 'Interrupted', deadline: instanceEndsAt },
      },
    ]);
  });

  it('is recorded with its node and its decision', async () => {
    const setup = await setUpCluster();
    const { clusterId, clock, store } = setup;
    await addNode(setup, 'a', { capacityType: 'spot', pods: [aPod('web').running()] });
    await ingest(setup, [aWarning(setup, ['a'])]);
    const [decision] = store.tables.decisions.all();
    const [interruption] = interruptionsOf(setup);
    expect(decision?.body).toMatchObject({
      interruption: { id: interruption?.id, kind: 'SpotInterrupted', instanceId: 'i-a' },
      pods: [{ podUid: 'web', from: 'node-a' }],
    });
    expect(interruption).toEqual({
      id: interruption?.id,
      clusterId,
      kind: 'SpotInterrupted',
      eventId: 'event-1',
      instanceId: 'i-a',
      nodeClaimId: 'ncl_a',
      nodeName: 'node-a',
      nodePool: 'default',
      instanceType: 'm5.large',
      zone: 'us-east-1a',
      capacityType: 'spot',
      action: 'Drain',
      decisionId: decision?.id,
      warnedAt: clock.now() - 1_000,
      receivedAt: clock.now(),
      deadline: clock.now() + 2 * minuteMs,
      podUids: ['web'],
      replacementRequestedAt: null,
      replacementClaimIds: [],
      drainedAt: null,
      lostPods: [],
      endedAt: null,
    });
  });

  it('marks the offering of the instance as unavailable for three minutes', async () => {
    const setup = await setUpCluster();
    const { clusterId, clock, store } = setup;
    await addNode(setup, 'a', { capacityType: 'spot' });
    await ingest(setup, [aWarning(setup, ['a'])]);
    expect(await store.catalog.unavailableOfferings(clusterId, clock.now())).toEqual([
      {
        instanceType: 'm5.large',
        zone: 'us-east-1a',
        capacityType: 'spot',
        code: 'SpotInterrupted',
        until: clock.now() + 3 * minuteMs,
      },
    ]);
  });

  it.each([
    ['SpotInterrupted', 'on-demand'],
    ['ScheduledChange', 'spot'],
    ['InstanceTerminated', 'spot'],
    ['CapacityReservationInterrupted', 'spot'],
  ] as const)('of kind %s on %s capacity marks no offering', async (kind, capacityType) => {
    const setup = await setUpCluster();
    await addNode(setup, 'a', { capacityType });
    expect(await ingest(setup, [aWarning(setup, ['a'], { kind })])).toEqual(['Drained']);
    expect(setup.store.tables.unavailableOfferings.all()).toEqual([]);
  });

  it('records Events on the NodeClaim and the node', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'a');
    await ingest(setup, [aWarning(setup, ['a'])]);
    expect(setup.events.reasons).toEqual(['SpotInterrupted NodeClaim', 'SpotInterrupted Node']);
  });
});

describe('ingestWarnings, the pods of the node', () => {
  const web = aPod('web').running();
  const agent = aPod('agent').running({ ownerKind: 'DaemonSet' });

  it.each([
    ['a time that ends the instance', 'SpotInterrupted', null, ['web', 'stays']],
    ['a terminationGracePeriod', 'ScheduledChange', '10m', ['web', 'stays']],
    ['no end of the drain', 'ScheduledChange', null, ['web']],
  ] as const)('are those that leave it, with %s', async (_, kind, grace, uids) => {
    const setup = await setUpCluster();
    const pods = [web, aPod('stays').running({ doNotDisrupt: 'true' })];
    const terms = { expireAfter: 'Never', terminationGracePeriod: grace };
    await addNode(setup, 'a', { pods, claim: { terms } });
    const time = kind === 'SpotInterrupted' ? {} : { deadline: null };
    await ingest(setup, [aWarning(setup, ['a'], { kind, ...time })]);
    expect(setup.store.tables.interruptions.all()).toMatchObject([{ podUids: uids }]);
    expect(setup.store.tables.decisions.all()).toMatchObject([{ podCount: uids.length }]);
  });

  it('join one batch that is solved within 250 ms, without daemons', async () => {
    const setup = await setUpCluster();
    const { clusterId, clock, store } = setup;
    await addNode(setup, 'a', { pods: [web, agent] });
    await addNode(setup, 'b', { pods: [aPod('shop').running()] });
    await ingest(setup, [aWarning(setup, ['a']), aWarning(setup, ['b'], { eventId: 'event-2' })]);
    const batch = await store.batches.findOpen(clusterId);
    expect(batch).toMatchObject({ podCount: 2, dueAt: clock.now() + 250 });
    expect(await store.batches.podsOf(batch?.id ?? '')).toEqual(['web', 'shop']);
    expect(requestedJobs(setup, 'provisioning.solve-batch')).toHaveLength(1);
  });

  it('need no batch when there are none, and count as scheduled', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'a', { pods: [agent] });
    await ingest(setup, [aWarning(setup, ['a'])]);
    expect(await setup.store.batches.findOpen(setup.clusterId)).toBeNull();
    expect(interruptionsOf(setup)).toMatchObject([
      { podUids: [], replacementRequestedAt: setup.clock.now() },
    ]);
  });

  it('are the pending pods that a node was launched for while it has not joined', async () => {
    const setup = await setUpCluster();
    const [uid = ''] = setup.cluster.addPendingPods(1, { cpu: 100, memory: 1_024 });
    const { claim } = await addNode(setup, 'a');
    setup.cluster.nodes.clear();
    setup.store.tables.nodeClaims.updateWhere(
      () => true,
      (row) => ({
        ...row,
        state: 'Launched',
        nodeName: null,
        initializedAt: null,
        plan: { ...claim.plan, podUids: ['bound-meanwhile', uid] },
      }),
    );
    expect(await ingest(setup, [aWarning(setup, ['a'])])).toEqual(['Drained']);
    expect(interruptionsOf(setup)).toMatchObject([
      { nodeName: null, podUids: [uid], nodePool: 'default' },
    ]);
    expect(setup.events.reasons).toEqual(['SpotInterrupted NodeClaim']);
  });

  it('are not those that an initialized node was launched for', async () => {
    const setup = await setUpCluster();
    const [uid = ''] = setup.cluster.addPendingPods(1, { cpu: 100, memory: 1_024 });
    const { claim } = await addNode(setup, 'a');
    setup.store.tables.nodeClaims.updateWhere(
      () => true,
      (row) => ({ ...row, plan: { ...claim.plan, podUids: [uid] } }),
    );
    await ingest(setup, [aWarning(setup, ['a'])]);
    expect(interruptionsOf(setup)).toMatchObject([{ podUids: [] }]);
  });
});

describe('ingestWarnings, other warnings', () => {
  it.each<readonly [InterruptionKind, 'now' | 'of the warning']>([
    ['InstanceStopped', 'now'],
    ['InstanceTerminated', 'now'],
    ['CapacityReservationInterrupted', 'of the warning'],
    ['ScheduledChange', 'of the warning'],
  ])('%s has the deadline %s', async (kind, expected) => {
    const setup = await setUpCluster();
    await addNode(setup, 'a');
    const warning = aWarning(setup, ['a'], { kind });
    expect(await ingest(setup, [warning])).toEqual(['Drained']);
    const deadline = expected === 'now' ? setup.clock.now() : warning.deadline;
    expect(interruptionsOf(setup)).toMatchObject([{ kind, deadline }]);
  });

  it('only records a rebalance recommendation', async () => {
    const setup = await setUpCluster();
    const { clusterId, clock, store } = setup;
    await addNode(setup, 'a', { capacityType: 'spot', pods: [aPod('web').running()] });
    const warning = aWarning(setup, ['a'], { kind: 'RebalanceRecommended', deadline: null });
    expect(await ingest(setup, [warning])).toEqual(['Noted']);
    expect(interruptionsOf(setup)).toMatchObject([
      { action: 'None', decisionId: null, podUids: [], replacementRequestedAt: null },
    ]);
    expect(await stateOf(setup, 'ncl_a')).toBe('Initialized');
    expect(setup.takeJobs()).toEqual([]);
    expect(store.tables.unavailableOfferings.all()).toEqual([]);
    expect(store.tables.changes.all()).toContainEqual({
      topic: 'nodes',
      clusterId,
      id: null,
      version: clock.now(),
    });
    expect(setup.events.reasons).toEqual([
      'SpotRebalanceRecommendation NodeClaim',
      'SpotRebalanceRecommendation Node',
    ]);
  });

  it('only records a warning about a node that Kerf does not manage, from its labels', async () => {
    const setup = await setUpCluster();
    const { node } = await addNode(setup, 'a');
    const labels = { ...node.labels, [labelKeys.capacityType]: 'spot' };
    setup.cluster.nodes.set('node-b', {
      ...node,
      name: 'node-b',
      providerId: 'aws:///us-east-1a/i-b',
      labels,
    });
    expect(await ingest(setup, [aWarning(setup, ['b'])])).toEqual(['Noted']);
    expect(interruptionsOf(setup)).toMatchObject([
      {
        nodeClaimId: null,
        nodePool: null,
        nodeName: 'node-b',
        instanceType: 'm5.large',
        capacityType: 'spot',
        action: 'None',
      },
    ]);
    expect(setup.store.tables.unavailableOfferings.all()).toEqual([]);
    expect(setup.events.reasons).toEqual(['SpotInterrupted Node']);
  });

  it('records an unmanaged node without labels of an offering', async () => {
    const setup = await setUpCluster();
    const { node } = await addNode(setup, 'a');
    const providerId = 'aws:///us-east-1a/i-b';
    setup.cluster.nodes.set('node-b', { ...node, name: 'node-b', providerId, labels: {} });
    await ingest(setup, [aWarning(setup, ['b'])]);
    expect(interruptionsOf(setup)).toMatchObject([
      { instanceType: null, zone: null, capacityType: null },
    ]);
  });

  it('records nothing about an instance of another cluster', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'a');
    expect(await ingest(setup, [aWarning(setup, ['foreign'])])).toEqual(['Foreign']);
    expect(interruptionsOf(setup)).toEqual([]);
    expect(setup.events.recorded).toEqual([]);
    expect(setup.store.tables.changes.where(({ topic }) => topic === 'nodes')).toEqual([]);
  });
});

describe('ingestWarnings, repeated and late warnings', () => {
  it('records the same event for the same instance once', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'a');
    const warning = aWarning(setup, ['a'], { kind: 'RebalanceRecommended' });
    expect(await ingest(setup, [warning])).toEqual(['Noted']);
    expect(await ingest(setup, [warning])).toEqual(['Duplicate']);
    expect(interruptionsOf(setup)).toHaveLength(1);
    expect(setup.events.recorded).toHaveLength(2);
  });

  it('finds a repeated event within one call, and another event for the same instance', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'a');
    const first = aWarning(setup, ['a'], { kind: 'RebalanceRecommended' });
    const second = aWarning(setup, ['a'], { kind: 'RebalanceRecommended', eventId: 'event-2' });
    expect(await ingest(setup, [first, first, second])).toEqual(['Noted', 'Duplicate', 'Noted']);
    expect(interruptionsOf(setup)).toHaveLength(2);
  });

  it('does not drain a node twice for two warnings in one call', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'a', { pods: [aPod('web').running()] });
    await addNode(setup, 'b');
    const warnings = [
      aWarning(setup, ['a', 'b']),
      aWarning(setup, ['a'], { kind: 'InstanceTerminated', eventId: 'event-2' }),
    ];
    expect(await ingest(setup, warnings)).toEqual(['Drained', 'Drained', 'Late']);
    expect(setup.store.tables.decisions.all()).toHaveLength(2);
    expect(interruptionsOf(setup)).toHaveLength(2);
  });

  it('drains after a warning that is only noted', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'a');
    const warnings = [
      aWarning(setup, ['a'], { kind: 'RebalanceRecommended' }),
      aWarning(setup, ['a'], { eventId: 'event-2' }),
    ];
    expect(await ingest(setup, warnings)).toEqual(['Noted', 'Drained']);
  });

  const terminating = (deadline: number | null) => ({
    claim: {
      state: 'Terminating' as const,
      termination: {
        step: 'Cordoned' as const,
        reason: 'Empty' as const,
        startedAt: 0,
        deadline: null,
        instanceEndsAt: deadline,
        lostPods: [],
        waitingFor: null,
        stepAt: 0,
      },
    },
  });

  interface LateWarning {
    readonly kind: InterruptionKind;
    readonly known: number | null;
    readonly warned: number | null;
    readonly expected: number | null;
  }

  it.each<readonly [string, LateWarning]>([
    ['has none', { kind: 'SpotInterrupted', known: null, warned: 1_000, expected: 1_000 }],
    ['is later', { kind: 'SpotInterrupted', known: 2_000, warned: 1_000, expected: 1_000 }],
    [
      'is later than that of a reservation',
      { kind: 'CapacityReservationInterrupted', known: 2_000, warned: 1_000, expected: 1_000 },
    ],
    ['is the same', { kind: 'SpotInterrupted', known: 1_000, warned: 1_000, expected: 1_000 }],
    ['is earlier', { kind: 'SpotInterrupted', known: 1_000, warned: 2_000, expected: 1_000 }],
    [
      'is known, and the warning names none',
      { kind: 'SpotInterrupted', known: 1_000, warned: null, expected: 1_000 },
    ],
    [
      'is unknown, and the time of the warning is no end',
      { kind: 'ScheduledChange', known: null, warned: 1_000, expected: null },
    ],
  ])('keeps the earlier end of a termination whose end %s', async (_, late) => {
    const { kind, known, warned, expected } = late;
    const setup = await setUpCluster();
    const at = (ms: number | null) => (ms === null ? null : setup.clock.now() + ms);
    await addNode(setup, 'a', terminating(at(known)));
    const warning = aWarning(setup, ['a'], { kind, deadline: at(warned) });
    expect(await ingest(setup, [warning])).toEqual(['Late']);
    expect((await setup.store.nodeClaims.find('ncl_a'))?.termination).toMatchObject({
      reason: 'Empty',
      instanceEndsAt: at(expected),
    });
    const isTightened = known !== expected;
    expect(requestedJobs(setup, 'node-claim.terminate')).toHaveLength(isTightened ? 1 : 0);
    expect(interruptionsOf(setup)).toEqual([]);
  });

  it('compares a second late warning with the end that the first one has set', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'a', terminating(null));
    const [sooner, later] = [setup.clock.now() + minuteMs, setup.clock.now() + 2 * minuteMs];
    await ingest(setup, [
      aWarning(setup, ['a'], { deadline: sooner }),
      aWarning(setup, ['a'], { deadline: later, eventId: 'event-2' }),
    ]);
    expect(await setup.store.nodeClaims.find('ncl_a')).toMatchObject({
      version: 2,
      termination: { instanceEndsAt: sooner },
    });
  });
});

describe('ingestWarnings, failures', () => {
  it('fails when another writer saves a terminating NodeClaim before its earlier end', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'a');
    await ingest(setup, [aWarning(setup, ['a'], { kind: 'ScheduledChange', deadline: null })]);
    setup.takeJobs();
    const ports = inTransactions(setup.ports, ({ nodeClaims }) => ({
      nodeClaims: { ...nodeClaims, saveAll: async () => [] },
    }));
    const warning = aWarning(setup, ['a'], { eventId: 'event-2' });
    await expect(ingest(setup, [warning], ports)).rejects.toMatchObject({
      code: 'STATE.CONFLICT',
      retry: { kind: 'backoff' },
    });
    expect(await ingest(setup, [warning])).toEqual(['Late']);
    expect(await setup.store.nodeClaims.find('ncl_a')).toMatchObject({
      termination: { instanceEndsAt: warning.deadline },
    });
  });

  it('stores and reports nothing when another writer saves the NodeClaim first', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'a', { pods: [aPod('web').running()] });
    const ports = inTransactions(setup.ports, ({ nodeClaims }) => ({
      nodeClaims: { ...nodeClaims, saveAll: async () => [] },
    }));
    await expect(ingest(setup, [aWarning(setup, ['a'])], ports)).rejects.toMatchObject({
      code: 'STATE.CONFLICT',
      retry: { kind: 'backoff' },
    });
    expect(interruptionsOf(setup)).toEqual([]);
    expect(setup.takeJobs()).toEqual([]);
    expect(setup.events.recorded).toEqual([]);
    expect(await ingest(setup, [aWarning(setup, ['a'])])).toEqual(['Drained']);
  });

  it('records Events once when the store repeats the transaction', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'a');
    const { store } = setup.ports;
    const conflict = new RangeError('serialization failure');
    const transaction: typeof store.transaction = async (work) => {
      const first = store.transaction(async (tx) => {
        await work(tx);
        throw conflict;
      });
      await expect(first).rejects.toBe(conflict);
      return store.transaction(work);
    };
    const ports = { ...setup.ports, store: { ...store, transaction } };
    expect(await ingest(setup, [aWarning(setup, ['a'])], ports)).toEqual(['Drained']);
    expect(setup.events.recorded).toHaveLength(2);
    expect(interruptionsOf(setup)).toHaveLength(1);
  });

  it('fails while the pods of the cluster are unknown', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'a');
    await expect(ingest(setup, [aWarning(setup, ['a'])], withoutView(setup))).rejects.toMatchObject(
      { code: 'CLUSTER.NOT_SYNCED' },
    );
    expect(interruptionsOf(setup)).toEqual([]);
  });

  it('fails for a cluster that does not exist', async () => {
    const { ports } = await setUpCluster();
    await expect(ingestWarnings(ports, 'clu_gone', [])).rejects.toBeInstanceOf(AppError);
  });
});
