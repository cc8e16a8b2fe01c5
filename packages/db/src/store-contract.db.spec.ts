import {
  type Cluster,
  type Decision,
  type LeaseHold,
  type NodeClaim,
  newClaimFields,
  type SchedulingBatch,
  type Store,
} from '@kerf/application';
import { invariant } from '@kerf/core';
import { aCluster, aDecision, aNodeClaimRecord } from '@kerf/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { backends, openStore } from './testing/open-store.js';

/** Returns the lease that was just acquired. */
function holdOf(lease: LeaseHold | null): LeaseHold {
  invariant(lease !== null, 'the lease was free');
  return lease;
}

describe.each(backends)('the store on %s', (backend) => {
  let store: Store;
  let close: () => Promise<void>;
  let cluster: Cluster;
  let number = 0;

  beforeAll(async () => {
    ({ store, close } = await openStore(backend));
  });
  afterAll(() => close());
  beforeEach(async () => {
    number += 1;
    cluster = aCluster({ id: `clu_${number}`, name: `c${number}` });
    await store.clusters.insert(cluster);
  });

  const batch = (id: string): SchedulingBatch => ({
    id,
    clusterId: cluster.id,
    state: 'Open',
    openedAt: 1_000,
    dueAt: 2_000,
    latestAt: 11_000,
    podCount: 1,
    solvingSince: null,
    solvedAt: null,
    outcome: null,
    version: 1,
  });

  const claim = (id: string): NodeClaim => ({
    ...newClaimFields,
    id,
    clusterId: cluster.id,
    name: `pool-${id}`,
    nodePool: 'pool',
    nodeClass: 'class',
    nodePoolHash: 'a',
    nodeClassHash: 'b',
    decisionId: null,
    state: 'Requested',
    plan: {
      id: 'claim-0001',
      nodePool: 'pool',
      podUids: ['u1'],
      requests: { cpu: 1000 },
      labels: {},
      annotations: {},
      taints: [],
      startupTaints: [],
      expected: {
        instanceType: 'm5.large',
        zone: 'us-east-1a',
        capacityType: 'spot',
        priceMicroUsdPerHour: 40_000,
      },
      savingAgainstNextBestMicroUsdPerHour: null,
    },
    terms: { expireAfter: '720h', terminationGracePeriod: '1h' },
    standalone: null,
    requestedAt: 1_000,
  });

  describe('records', () => {
    it('are read as they were written', async () => {
      expect(await store.clusters.find(cluster.id)).toEqual(cluster);
      await store.nodeClaims.insert([claim('ncl_rt' + number)]);
      expect(await store.nodeClaims.find('ncl_rt' + number)).toEqual(claim('ncl_rt' + number));
    });

    it('keep the drift and the pod events that a NodeClaim is recorded with', async () => {
      const drift = { reason: 'NodePoolDrifted', definitionHash: 'x', since: 1_000 };
      const drifted = { ...claim('ncl_d' + number), drift, lastPodEventAt: 2_000 };
      await store.nodeClaims.insert([drifted]);
      expect(await store.nodeClaims.find(drifted.id)).toEqual(drifted);
    });

    it('are saved only when their version is unchanged', async () => {
      const first = await store.clusters.save({ ...cluster, configuredMode: 'auto' });
      expect(first?.version).toBe(2);
      expect(await store.clusters.save({ ...cluster, configuredMode: 'observe' })).toBeNull();
      expect((await store.clusters.find(cluster.id))?.mode).toBe('auto');
    });

    it('refuse a second cluster of the same name', async () => {
      await expect(store.clusters.insert({ ...cluster, id: 'clu_other' })).rejects.toMatchObject({
        code: 'STATE.CONFLICT',
      });
    });

    it('are removed with their cluster', async () => {
      await store.nodeClaims.insert([claim('ncl_gone' + number)]);
      await store.clusters.remove(cluster.id);
      expect(await store.nodeClaims.find('ncl_gone' + number)).toBeNull();
    });
  });

  describe('a transaction', () => {
    it('leaves nothing behind when it fails', async () => {
      const failing = store.transaction(async (tx) => {
        await tx.nodeClaims.insert([claim('ncl_tx' + number)]);
        await tx.outbox.add([
          { message: { type: 'cluster.check-registration', clusterId: cluster.id }, deliverAt: 0 },
        ]);
        throw new RangeError('stop');
      });
      await expect(failing).rejects.toThrow('stop');
      expect(await store.nodeClaims.find('ncl_tx' + number)).toBeNull();
    });

    it('that locks a decision last sees all earlier changes', async () => {
      const decision = aDecision({ id: `dec_last${number}`, clusterId: cluster.id });
      const ids = [1, 2, 3, 4, 5, 6].map((index) => `ncl_last${number}_${index}`);
      await store.decisions.insert(decision, []);
      await store.nodeClaims.insert(ids.map(claim));
      const seen = await Promise.all(
        ids.map((id) =>
          store.transaction(async (tx) => {
            await tx.nodeClaims.save({ ...claim(id), state: 'Launching' });
            await tx.decisions.addEvents(decision.id, [
              { at: 2_000, kind: 'NodeClaimLaunched', actor: 'kerf', data: {} },
            ]);
            expect(await tx.decisions.lock(decision.id)).toMatchObject({ kind: decision.kind });
            return (await tx.nodeClaims.inStates(cluster.id, ['Launching'])).length;
          }),
        ),
      );
      expect(new Set(seen)).toEqual(new Set([1, 2, 3, 4, 5, 6]));
      expect(await store.decisions.lock('dec_nowhere')).toBeNull();
    });

    it('of a worker that lost its lease is refused', async () => {
      const lease = await store.leases.acquire(cluster.id, 'w1', 1_000, 10_000);
      expect(lease).toMatchObject({ owner: 'w1', epoch: 1 });
      const held = store.heldBy(holdOf(lease));
      await held.transaction((tx) => tx.nodeClaims.insert([claim('ncl_l' + number)]));
      await store.leases.acquire(cluster.id, 'w2', 20_000, 10_000);
      await expect(
        held.transaction((tx) => tx.nodeClaims.insert([claim('ncl_m' + number)])),
      ).rejects.toMatchObject({ code: 'STATE.STALE' });
      expect(await store.nodeClaims.find('ncl_m' + number)).toBeNull();
    });
  });

  describe('NodeClaims', () => {
    it('stores launch options apart from the NodeClaim', async () => {
      const [requested, adopted] = [claim('ncl_asked' + number), claim('ncl_adopted' + number)];
      const launchOptions = {
        instanceTypes: [{ name: 'm5.large', offerings: [] }],
        requirements: [{ key: 'zone', operator: 'In', values: ['a'], minValues: null }],
      } as const;
      await store.nodeClaims.insert([requested, adopted], new Map([[requested.id, launchOptions]]));
      expect(await store.nodeClaims.find(requested.id)).toEqual(requested);
      const allOptions = () =>
        store.nodeClaims.launchOptions([requested.id, adopted.id, 'ncl_nowhere']);
      expect(await allOptions()).toEqual(new Map([[requested.id, launchOptions]]));
      expect(await store.nodeClaims.optionNames(cluster.id)).toEqual(
        new Map([[requested.id, ['m5.large']]]),
      );
      await store.nodeClaims.save({ ...requested, state: 'Launching' });
      expect(await store.nodeClaims.optionNames(cluster.id)).toHaveProperty('size', 1);
      expect(await allOptions()).toEqual(new Map([[requested.id, launchOptions]]));
      expect(await store.nodeClaims.progressOf([requested.id, 'ncl_nowhere'])).toEqual([
        { id: requested.id, state: 'Launching', initializedAt: null },
      ]);
      await store.nodeClaims.save({
        ...requested,
        state: 'Initialized',
        instance: aNodeClaimRecord({ id: 'i', clusterId: cluster.id }).instance,
        version: 2,
      });
      expect(await store.nodeClaims.optionNames(cluster.id)).toHaveProperty('size', 0);
      expect(
        await store.nodeClaims.capacities(cluster.id, 'pool', ['Requested', 'Initialized']),
      ).toEqual(
        new Map([
          [requested.id, { cpu: 2_000, memory: 8_000 }],
          [adopted.id, null],
        ]),
      );
    });

    it('allows the name of an ended NodeClaim again, and an object for one NodeClaim only', async () => {
      const ofObject = (id: string, objectUid: string): NodeClaim => ({
        ...claim(id + number),
        name: `hand-made-${number}`,
        nodePool: null,
        terms: { expireAfter: '24h', terminationGracePeriod: '5m' },
        standalone: { objectUid, createdAt: 500 },
      });
      const first = ofObject('ncl_a', `u1-${number}`);
      await store.nodeClaims.insert([first]);
      expect(await store.nodeClaims.find(first.id)).toEqual(first);
      const conflict = { code: 'STATE.CONFLICT', retry: { kind: 'backoff' } };
      const second = ofObject('ncl_b', `u2-${number}`);
      await expect(store.nodeClaims.insert([second])).rejects.toMatchObject(conflict);
      await store.nodeClaims.save({ ...first, state: 'LaunchFailed', terminatedAt: 3_000 });
      expect(await store.nodeClaims.findByName(cluster.id, first.name)).toMatchObject({
        id: first.id,
      });
      const again = { ...ofObject('ncl_c', `u1-${number}`), name: `other-${number}` };
      await expect(store.nodeClaims.insert([again])).rejects.toMatchObject(conflict);
      await store.nodeClaims.insert([second]);
      expect(await store.nodeClaims.findByName(cluster.id, first.name)).toEqual(second);
    });

    it('saves several NodeClaims, except those that another writer changed', async () => {
      const claims = [1, 2, 3].map((index) => claim(`ncl_several${number}_${index}`));
      await store.nodeClaims.insert(claims);
      const [first, second, third] = claims;
      invariant(
        first !== undefined && second !== undefined && third !== undefined,
        'there are three',
      );
      const { instance } = aNodeClaimRecord({ id: 'i', clusterId: cluster.id });
      await store.nodeClaims.save({ ...second, state: 'LaunchFailed', terminatedAt: 3_000 });
      const launched = [first, second, third].map((one, index) => ({
        ...one,
        state: 'Launched' as const,
        instance: instance === null ? null : { ...instance, providerId: `aws:///a/i-${index}` },
        launchedAt: 4_000,
      }));
      const saved = await store.nodeClaims.saveAll(launched);
      expect(saved.map(({ id, version }) => [id, version])).toEqual([
        [first.id, 2],
        [third.id, 2],
      ]);
      expect(await store.nodeClaims.findAll([third.id, first.id, 'ncl_nowhere'])).toEqual(saved);
      expect(await store.nodeClaims.findByProviderId(cluster.id, 'aws:///a/i-2')).toEqual(saved[1]);
      expect((await store.nodeClaims.find(second.id))?.state).toBe('LaunchFailed');
      expect(await store.nodeClaims.saveAll([])).toEqual([]);
    });
  });

  describe('rows of a cluster', () => {
    it('cannot be stored for a cluster that does not exist', async () => {
      const orphan = { ...claim(`ncl_orphan${number}`), clusterId: 'clu_nowhere' };
      await expect(store.nodeClaims.insert([orphan])).rejects.toThrow(/cluster/);
      const message = { type: 'cluster.check-registration', clusterId: 'clu_nowhere' } as const;
      await expect(store.outbox.add([{ message, deliverAt: 0 }])).rejects.toThrow(/cluster/);
    });
  });

  describe('a lease', () => {
    it('is held by one worker until it expires', async () => {
      const lease = await store.leases.acquire(cluster.id, 'w1', 1_000, 10_000);
      expect(await store.leases.acquire(cluster.id, 'w2', 5_000, 10_000)).toBeNull();
      const renewed = await store.leases.renew([holdOf(lease)], 5_000, 10_000);
      expect([...renewed]).toEqual([cluster.id]);
      expect(await store.leases.acquire(cluster.id, 'w2', 14_000, 10_000)).toBeNull();
      expect(await store.leases.acquire(cluster.id, 'w2', 15_000, 10_000)).toMatchObject({
        epoch: 2,
      });
      expect([...(await store.leases.renew([holdOf(lease)], 16_000, 10_000))]).toEqual([]);
    });

    it('is free after its release, and can be acquired again by its owner', async () => {
      const lease = await store.leases.acquire(cluster.id, 'w1', 1_000, 10_000);
      expect(await store.leases.acquire(cluster.id, 'w1', 2_000, 10_000)).toMatchObject({
        epoch: 2,
      });
      await store.leases.release({ ...holdOf(lease), epoch: 2 });
      expect(await store.leases.acquire(cluster.id, 'w2', 3_000, 10_000)).toMatchObject({
        epoch: 3,
      });
    });
  });

  describe('the leases of workers that died', () => {
    const suspectedFrom = 2;
    const rules = { suspectedFrom, limits: { maxObjects: 1_000, maxMib: 512 } };
    const ttlMs = 10_000;
    let at: number;
    let worker: string;
    let ids: readonly string[];
    const holds: LeaseHold[] = [];

    beforeEach(async () => {
      at = 1_000_000;
      worker = `w${number}`;
      holds.length = 0;
      ids = [cluster.id, `clu_b${number}`, `clu_c${number}`];
      for (const id of ids.slice(1)) await store.clusters.insert(aCluster({ id, name: id }));
    });

    const acquire = async (only: 'Trusted' | 'Suspected', atMost = 9, owner = worker) => {
      const clusterIds = ids.filter((id) => !holds.some(({ clusterId }) => clusterId === id));
      const request = { clusterIds, owner, atMost, now: at, ttlMs, rules, only };
      const leases = await store.leases.acquireSome(request);
      holds.push(...leases);
      return leases.map(({ clusterId }) => clusterId).toSorted();
    };
    const settle = async (hasStarted = false) => {
      holds.length = 0;
      const settled = await store.leases.settleDeaths({
        owner: worker,
        hasStarted,
        suspectedFrom,
        now: at,
      });
      return settled
        .filter(({ clusterId }) => ids.includes(clusterId))
        .toSorted((a, b) => ids.indexOf(a.clusterId) - ids.indexOf(b.clusterId))
        .map(({ clusterId, deaths, isSuspected, retryAt }) => [
          clusterId,
          deaths,
          isSuspected,
          retryAt === null ? null : (retryAt - at) / 1_000,
        ]);
    };
    const renew = () => store.leases.renew(holds, at, ttlMs);
    const [first, second, third] = [() => ids[0], () => ids[1], () => ids[2]];

    it('count against all clusters at first, which are acquired again at once', async () => {
      await acquire('Trusted');
      at += ttlMs;
      expect(await settle()).toEqual(ids.map((id) => [id, 1, false, null]));
      expect(await settle()).toEqual([]);
      expect(await acquire('Suspected')).toEqual([]);
      expect(await acquire('Trusted')).toEqual(ids.toSorted());
    });

    it('count when a worker starts again, but not after it has released its clusters', async () => {
      const lease = await store.leases.acquire(cluster.id, worker, at, ttlMs);
      expect(await settle(false)).toEqual([]);
      expect(await settle(true)).toEqual([[cluster.id, 1, false, null]]);
      const again = await store.leases.acquire(cluster.id, worker, at, ttlMs);
      await store.leases.release(holdOf(lease));
      await store.leases.release(holdOf(again));
      expect(await settle(true)).toEqual([]);
    });

    const suspectAll = async () => {
      for (const deaths of [1, 2]) {
        await acquire('Trusted');
        at += ttlMs;
        expect((await settle()).map(([, count]) => count)).toEqual([deaths, deaths, deaths]);
      }
    };

    /** The first trial is of all suspects, and fails. */
    const failTrialOfAll = async () => {
      await suspectAll();
      expect(await acquire('Suspected')).toEqual(ids.toSorted());
      at += ttlMs;
      expect(await settle()).toEqual(ids.map((id) => [id, 3, true, null]));
    };

    it('make their clusters suspects, which are tried together, so that no cluster waits', async () => {
      await suspectAll();
      expect(await acquire('Trusted')).toEqual([]);
      expect(await acquire('Suspected')).toEqual(ids.toSorted());
    });

    it('are followed by trials of one at a time by each worker if the trial of all fails', async () => {
      await failTrialOfAll();
      expect(await acquire('Trusted')).toEqual([]);
      expect(await acquire('Suspected')).toHaveLength(1);
      expect(await acquire('Suspected')).toEqual([]);
      expect(await acquire('Suspected', 9, `other-${number}`)).toHaveLength(1);
    });

    it('are blamed on the cluster on trial, and clear the others', async () => {
      await failTrialOfAll();
      const [one = ''] = await acquire('Suspected');
      // The trial ends after half a minute without a death.
      for (let passes = 0; passes < 6; passes += 1) {
        expect(await acquire('Suspected')).toEqual([]);
        at += 5_000;
        await renew();
      }
      const [two = ''] = await acquire('Suspected');
      expect(two).not.toBe('');
      at += ttlMs;
      expect(await settle()).toEqual(
        ids.flatMap((id) => {
          if (id === one) return [[id, 0, false, null]];
          return id === two ? [[id, 4, true, 300]] : [];
        }),
      );
      // It is not acquired before that time, the others are.
      at += 299_000;
      expect(await acquire('Trusted')).toEqual([one]);
      expect(await acquire('Suspected')).toEqual(ids.filter((id) => id !== one && id !== two));
      at += 1_000;
      expect(await acquire('Suspected', 9, `other-${number}`)).toEqual([two]);
      // When it ends its worker again, the pause is longer, and no other cluster is blamed.
      at += ttlMs;
      expect(await settle()).toContainEqual([two, 5, true, 600]);
    });

    it('are narrowed down to one of the clusters that were tried together', async () => {
      const more = [3, 4, 5].map((index) => `clu_${index}x${number}`);
      for (const id of more) await store.clusters.insert(aCluster({ id, name: id }));
      ids = [...ids, ...more];
      for (let deaths = 0; deaths < 2; deaths += 1) {
        await acquire('Trusted');
        at += ttlMs;
        await settle();
      }
      expect(await acquire('Suspected')).toEqual(ids.toSorted());
      at += ttlMs;
      await settle();
      const tried = await acquire('Suspected');
      expect(tried).toHaveLength(2);
      at += ttlMs;
      expect(await settle()).toEqual(
        ids.filter((id) => tried.includes(id)).map((id) => [id, 4, true, null]),
      );
      // They are tried before the others, and now apart from each other.
      const again = await acquire('Suspected');
      expect(again).toHaveLength(1);
      expect(tried).toContain(again[0]);
    });

    it('are blamed on a suspect that the process held alone, after its trial too', async () => {
      ids = [cluster.id];
      for (let deaths = 0; deaths < 2; deaths += 1) {
        await acquire('Trusted');
        at += ttlMs;
        await settle();
      }
      await acquire('Suspected');
      at += 31_000;
      await renew();
      at += ttlMs;
      expect(await settle()).toEqual([[cluster.id, 3, true, 300]]);
    });

    it('make the next trial longer when they come after it', async () => {
      await failTrialOfAll();
      for (let round = 0; round < 3; round += 1) {
        expect(await acquire('Suspected')).toHaveLength(1);
        at += 31_000;
        await renew();
      }
      at += ttlMs;
      expect(await settle()).toEqual(ids.map((id) => [id, 4, true, null]));
      await acquire('Suspected');
      at += 31_000;
      await renew();
      expect(await acquire('Suspected')).toEqual([]);
      at += 30_000;
      await renew();
      expect(await acquire('Suspected')).toHaveLength(1);
    });

    it('are forgotten when a cluster is held for a quarter of an hour', async () => {
      await acquire('Trusted');
      at += ttlMs;
      await settle();
      await acquire('Trusted');
      for (let seconds = 0; seconds <= 900; seconds += 5) {
        at += 5_000;
        await renew();
      }
      at += ttlMs;
      expect(await settle()).toEqual(ids.map((id) => [id, 1, false, null]));
    });

    it('are no reason to hold a cluster back that was released as too large, but its size is', async () => {
      const lease = await store.leases.acquire(cluster.id, worker, at, ttlMs);
      expect(await store.leases.holdBack(holdOf(lease), rules, at)).toBe(at + 300_000);
      expect(await settle(true)).toEqual([]);
      expect(await acquire('Trusted')).toEqual([second(), third()].toSorted());
      expect(await acquire('Suspected')).toEqual([]);
      const isSuspect = async (maxObjects: number, maxMib: number): Promise<boolean> => {
        const suspects = await store.leases.suspects(
          { suspectedFrom, limits: { maxObjects, maxMib } },
          at,
        );
        return suspects.has(cluster.id);
      };
      // Raised limits end the pause, unless one of them was lowered.
      expect(await isSuspect(1_000, 512)).toBe(false);
      expect(await isSuspect(1_000, 513)).toBe(true);
      expect(await isSuspect(999, 513)).toBe(false);
      expect(await isSuspect(1_001, 512)).toBe(true);
      at += 300_000;
      expect(await isSuspect(1_000, 512)).toBe(true);
      expect(await acquire('Suspected', 9, `other-${number}`)).toEqual([first()]);
    });
  });

  describe('a worker', () => {
    it('is counted until it ends, or does not report for too long', async () => {
      const others = await store.leases.join('w1', 1_000, 10_000);
      expect(await store.leases.join('w2', 2_000, 10_000)).toBe(others + 1);
      await store.leases.leave('w2');
      expect(await store.leases.join('w1', 3_000, 10_000)).toBe(others);
      expect(await store.leases.join('w3', 20_000, 10_000)).toBe(1);
      await store.leases.leave('w3');
    });
  });

  describe('scheduling batches', () => {
    it('are open one at a time', async () => {
      await store.batches.insert(batch('bat_a' + number));
      await expect(store.batches.insert(batch('bat_b' + number))).rejects.toMatchObject({
        code: 'STATE.CONFLICT',
        retry: { kind: 'backoff' },
      });
    });

    it('are solved one at a time', async () => {
      const a = batch('bat_c' + number);
      await store.batches.insert(a);
      await store.batches.save({ ...a, state: 'Solving', solvingSince: 3_000 });
      const b = batch('bat_d' + number);
      await store.batches.insert(b);
      const second = await store.transaction((tx) =>
        tx.batches.save({ ...b, state: 'Solving', solvingSince: 3_000 }),
      );
      expect(second).toBeNull();
      expect(await store.batches.solvingSince(cluster.id, 4_000)).toHaveLength(1);
    });

    it('count each pod once', async () => {
      const a = batch('bat_e' + number);
      await store.batches.insert(a);
      expect(await store.batches.addPods(a.id, ['p1', 'p2'])).toBe(2);
      expect(await store.batches.addPods(a.id, ['p2', 'p3'])).toBe(1);
    });
  });

  describe('decisions', () => {
    it('keep their history in order', async () => {
      const decision: Decision = {
        id: 'dec_' + number,
        clusterId: cluster.id,
        kind: 'Empty',
        state: 'AwaitingApproval',
        verdict: { kind: 'NeedsApproval', approvals: 1 },
        engineVersion: '1',
        snapshotDigest: 'x',
        body: {
          type: 'Disrupt',
          command: {
            method: 'Emptiness',
            reason: 'Empty',
            candidates: [],
            replacements: [],
            moves: [],
            savingMicroUsdPerHour: null,
          },
          budgets: [],
        },
        nodePools: ['pool'],
        nodeClaimIds: ['ncl_1'],
        nodeCount: 1,
        podCount: 0,
        costChangeMicroUsdPerHour: -96_000,
        achievedSavingMicroUsdPerHour: null,
        proposedAt: 1_000,
        expiresAt: null,
        rejectedUntil: null,
        decidedAt: null,
        decidedBy: null,
        comment: null,
        finishedAt: null,
        executionStep: 'None',
        approval: null,
        version: 1,
      };
      const proposed = { at: 1_000, kind: 'Proposed' as const, actor: 'kerf', data: {} };
      await store.decisions.insert(decision, [proposed]);
      expect(await store.decisions.open(cluster.id)).toEqual([decision]);
      const launching = aDecision({
        id: `dec_buy${number}`,
        clusterId: cluster.id,
        kind: 'Provision',
        state: 'Executing',
      });
      await store.decisions.insert(launching, []);
      expect(await store.decisions.open(cluster.id)).toEqual([decision]);
      const [taken, other] = [claim('ncl_1'), claim('ncl_2')];
      expect(await store.decisions.removing(taken)).toEqual([]);
      const removing = { ...decision, id: `dec_remove${number}`, state: 'Executing' as const };
      await store.decisions.insert(removing, []);
      expect(await store.decisions.removing(taken)).toEqual([removing.id]);
      expect(await store.decisions.removing(other)).toEqual([]);
      await store.decisions.save({ ...removing, state: 'Executed' }, []);
      expect(await store.decisions.removing(taken)).toEqual([]);
      const approved = {
        at: 2_000,
        kind: 'Approved' as const,
        actor: 'ada',
        data: { comment: 'ok' },
      };
      const verdict = { kind: 'Auto' as const };
      await store.decisions.save({ ...decision, state: 'Rejected', verdict }, [approved]);
      expect(await store.decisions.events(decision.id)).toEqual([proposed, approved]);
      expect(await store.decisions.find(decision.id)).toMatchObject({ state: 'Rejected', verdict });
      expect(await store.decisions.open(cluster.id)).toEqual([]);
    });
  });
});
