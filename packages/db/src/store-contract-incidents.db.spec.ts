import { type Cluster, type Store, usualHours } from '@kerf/application';
import {
  aCluster,
  aMeasuredCost,
  aNodeClaimRecord,
  aNodeRow,
  anIncident,
  anInterruption,
  recordedAt,
} from '@kerf/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { backends, openStore } from './testing/open-store.js';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe.each(backends)('incidents in the store on %s', (backend) => {
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

  const openOf = async (clusterId: string) =>
    (await store.incidents.listOpen()).filter((incident) => incident.clusterId === clusterId);

  it('are open once for a kind and an object, and again after they are closed', async () => {
    const clusterId = cluster.id;
    const incident = anIncident({ clusterId, id: `inc_${number}_1` });
    const { incidents } = store;
    expect(await incidents.insert(incident)).toBe(true);
    expect(await incidents.insert({ ...incident, id: `inc_${number}_2` })).toBe(false);
    const other = { ...incident, id: `inc_${number}_3`, object: 'NodePool/other' };
    expect(await incidents.insert(other)).toBe(true);
    expect(await openOf(clusterId)).toEqual([incident, other]);
    const closed = { ...incident, endedAt: recordedAt };
    expect(await incidents.save(closed)).toEqual({ ...closed, version: 2 });
    expect(await incidents.save(closed)).toBeNull();
    expect(await openOf(clusterId)).toEqual([other]);
    expect(await incidents.insert({ ...incident, id: `inc_${number}_4` })).toBe(true);
  });

  it('are saved as seen by the worker that was first', async () => {
    const incident = anIncident({ clusterId: cluster.id, id: `inc_${number}_1` });
    await store.incidents.insert(incident);
    const seen = {
      ...incident,
      cause: 'Worse.',
      objects: ['NodePool/default'],
      lastSeenAt: recordedAt + 1,
    };
    expect(await store.incidents.save(seen)).toEqual({ ...seen, version: 2 });
    expect(await store.incidents.save({ ...incident, cause: 'Late.' })).toBeNull();
    expect(await openOf(cluster.id)).toEqual([{ ...seen, version: 2 }]);
  });

  const recordsOf = async (now: number) => {
    const found = (await store.incidents.records(now)).find(
      (each) => each.clusterId === cluster.id,
    );
    if (found === undefined) throw new RangeError('no records');
    return found;
  };

  it('are detected from recent NodeClaims, notices and findings', async () => {
    const clusterId = cluster.id;
    const now = recordedAt + hour;
    const claim = (name: string, requestedAt: number, terminatedAt: number | null) =>
      aNodeClaimRecord({
        clusterId,
        id: `ncl_${number}_${name}`,
        name,
        nodePool: 'web',
        state: terminatedAt === null ? 'Launched' : 'LaunchFailed',
        requestedAt,
        terminatedAt,
      });
    await store.nodeClaims.insert([
      claim('old', now - 31 * minute, now - 31 * minute),
      claim('ended', now - 40 * minute, now - 30 * minute),
      claim('young', now - 30 * minute, null),
    ]);
    const notice = (id: string, fields: object) =>
      anInterruption({
        clusterId,
        id: `int_${number}_${id}`,
        instanceId: `i-${id}`,
        receivedAt: now - 9 * minute,
        ...fields,
      });
    await store.interruptions.insert(
      notice('later', { receivedAt: now - minute, lostPods: ['shop/web'] }),
      notice('first', {}),
      notice('old', { receivedAt: now - 10 * minute }),
      notice('noted', { action: 'None' }),
    );
    const finding = { clusterId, message: 'm', at: recordedAt };
    await store.findings.record({
      ...finding,
      code: 'TERMINATION_STALLED',
      object: 'NodeClaim/young',
    });
    await store.findings.record({ ...finding, code: 'NODE_POOL_FLAPPING', object: 'NodePool/api' });
    await store.findings.record({ ...finding, code: 'CATALOG_STALE', object: 'Region/x' });
    const { claims, notices, findings } = await recordsOf(now);
    expect(claims.map(({ name }) => name)).toEqual(['ended', 'young']);
    expect(notices.map(({ instanceId, lostPods }) => [instanceId, lostPods])).toEqual([
      ['i-first', []],
      ['i-later', ['shop/web']],
    ]);
    expect(findings.toSorted((a, b) => (a.code < b.code ? -1 : 1))).toMatchObject([
      { code: 'NODE_POOL_FLAPPING', nodePool: 'api', firstSeenAt: recordedAt },
      { code: 'TERMINATION_STALLED', nodePool: 'web', remedy: null },
    ]);
  });

  const spend = (at: number, usd: number) => ({
    at,
    nodePool: 'default',
    capacityType: 'spot',
    instanceFamily: 'm5',
    instanceType: 'm5.large',
    costNanoUsd: usd * 1e9,
    nodeMs: 1_000,
    unpricedNodeMs: 0,
  });

  it('compare the cost of the nodes with the most of the same hours of a week', async () => {
    const clusterId = cluster.id;
    const now = recordedAt + 9 * day;
    const prices = { priceMicroUsdPerHour: 250_000 };
    await store.readModel.applyNodes(
      clusterId,
      [
        aNodeRow({ clusterId, name: 'a', ...prices }),
        aNodeRow({ clusterId, name: 'b', ...prices }),
        aNodeRow({ clusterId, name: 'c', priceMicroUsdPerHour: null }),
      ],
      [],
    );
    expect((await recordsOf(now)).spend).toEqual({ currentMicroUsdPerHour: 500_000, usual: null });
    const hours = usualHours(now);
    const samples = [
      spend(hours[4] ?? 0, 2),
      spend((hours[4] ?? 0) + 30 * minute, 1),
      spend(hours[7] ?? 0, 2),
      // Another hour of the day.
      spend((hours[4] ?? 0) + 5 * hour, 50),
    ];
    await store.cost.add(
      clusterId,
      aMeasuredCost({ from: recordedAt, until: now, isFirst: true }, samples),
    );
    expect((await recordsOf(now)).spend).toEqual({
      currentMicroUsdPerHour: 500_000,
      usual: { basis: 'Week', microUsdPerHour: 3_000_000 },
    });
  });

  it('compare the cost of the nodes with the last hours while there is no week', async () => {
    const from = Math.ceil(recordedAt / hour) * hour;
    const now = from + 30 * minute;
    const samples = [spend(from, 1), spend(from + 10 * minute, 1), spend(from + 27 * minute, 9)];
    await store.cost.add(cluster.id, aMeasuredCost({ from, until: now, isFirst: true }, samples));
    expect((await recordsOf(now)).spend.usual).toEqual({
      basis: 'Recent',
      microUsdPerHour: Math.round(2_000_000 * (60 / 25)),
      since: from,
    });
  });
});
