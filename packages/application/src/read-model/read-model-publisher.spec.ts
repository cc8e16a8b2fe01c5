import { aCachedNode, aNodeClaimRecord, recordedAt } from '@kerf/testing';
import { describe, expect, it, vi } from 'vitest';
import type { CacheChanges, CachedNode, CachedPod } from '../ports/cluster-cache.js';
import { setUpCluster } from '../testing/set-up-cluster.js';
import { ReadModelPublisher } from './read-model-publisher.js';

const node = (name: string, fields: Partial<CachedNode> = {}): CachedNode =>
  aCachedNode({ name, uid: name, providerId: `aws:///us-east-1a/i-${name}`, ...fields });

const pod = (uid: string): CachedPod => ({
  uid,
  namespace: 'shop',
  name: uid,
  ownerKind: 'ReplicaSet',
  ownerName: 'web',
  deployment: null,
  nodeName: null,
  isTerminating: false,
  requests: {},
  labels: { app: 'web' },
  createdAt: recordedAt,
  schedulerMessage: null,
});

const changes = (fields: Partial<CacheChanges> = {}): CacheChanges => ({
  asOf: recordedAt,
  relisted: false,
  nodes: { changed: [], gone: [] },
  pods: { changed: [], gone: [] },
  ...fields,
});

/** A publisher whose first publication wrote the nodes `a` and `b`. */
async function setUpPublisher() {
  const setup = await setUpCluster();
  const { cluster, ports, store, clusterId } = setup;
  for (const name of ['a', 'b']) cluster.nodes.set(name, node(name));
  const publisher = new ReadModelPublisher(ports, clusterId);
  await publisher.publish(changes({ relisted: true }));
  const published = store.tables.changes.all().length;
  return {
    ...setup,
    publisher,
    rows: () => store.tables.nodes.all().map(({ name, state }) => `${name} ${state}`),
    topics: () =>
      store.tables.changes
        .all()
        .slice(published)
        .map(({ topic }) => topic),
  };
}

describe('ReadModelPublisher', () => {
  it('writes all nodes after a re-list', async () => {
    const { rows } = await setUpPublisher();
    expect(rows()).toEqual(['a Ready', 'b Ready']);
  });

  it('removes rows of an earlier worker that a re-list no longer has', async () => {
    const { publisher, store, rows, clusterId } = await setUpPublisher();
    const [row] = store.tables.nodes.all();
    if (row === undefined) throw new RangeError('there are two rows');
    await store.readModel.applyNodes(clusterId, [{ ...row, name: 'old' }], []);
    await publisher.publish(changes());
    expect(rows()).toContain('old Ready');
    await publisher.publish(changes({ relisted: true }));
    expect(rows()).toEqual(['a Ready', 'b Ready']);
  });

  it('writes and publishes nothing when nothing changed', async () => {
    const { publisher, store, topics } = await setUpPublisher();
    await publisher.publish(changes({ asOf: recordedAt + 1_000 }));
    expect(topics()).toEqual([]);
    expect(store.tables.nodes.all().map(({ asOf }) => asOf)).toEqual([recordedAt, recordedAt]);
  });

  it('writes rows again whose transaction failed', async () => {
    const { publisher, cluster, store, rows } = await setUpPublisher();
    const cordoned = node('b', { isCordoned: true });
    cluster.nodes.set('b', cordoned);
    const transaction = vi.spyOn(store, 'transaction');
    transaction.mockRejectedValueOnce(new Error('the database is down'));
    const change = changes({ nodes: { changed: [cordoned], gone: [] } });
    await expect(publisher.publish(change)).rejects.toThrow('the database is down');
    await publisher.publish(changes({ relisted: true }));
    expect(rows()).toEqual(['a Ready', 'b Cordoned']);
  });

  it('writes nothing for a change of a node that its row does not show', async () => {
    const { publisher, cluster, topics } = await setUpPublisher();
    const annotated = node('b', { annotations: { note: 'x' } });
    cluster.nodes.set('b', annotated);
    await publisher.publish(changes({ nodes: { changed: [annotated], gone: [] } }));
    expect(topics()).toEqual([]);
  });

  it('writes a changed node only, and publishes the change once', async () => {
    const { publisher, cluster, store, rows, topics } = await setUpPublisher();
    const cordoned = node('b', { isCordoned: true });
    cluster.nodes.set('b', cordoned);
    const asOf = recordedAt + 1_000;
    await publisher.publish(changes({ asOf, nodes: { changed: [cordoned], gone: [] } }));
    expect(rows()).toEqual(['a Ready', 'b Cordoned']);
    expect(store.tables.nodes.all().map((row) => row.asOf)).toEqual([recordedAt, asOf]);
    expect(topics()).toEqual(['nodes']);
  });

  it('removes the row of a node that is gone', async () => {
    const { publisher, cluster, rows, topics } = await setUpPublisher();
    cluster.nodes.delete('a');
    await publisher.publish(changes({ nodes: { changed: [], gone: ['a'] } }));
    expect(rows()).toEqual(['b Ready']);
    expect(topics()).toEqual(['nodes']);
  });

  it('shows a launched NodeClaim until its node has joined', async () => {
    const { publisher, cluster, store, rows, clusterId } = await setUpPublisher();
    const claim = aNodeClaimRecord({ clusterId, id: 'ncl_1', name: 'default-1' });
    await store.nodeClaims.insert([claim]);
    await publisher.publish(changes());
    expect(rows()).toEqual(['a Ready', 'b Ready', 'default-1 Joining']);
    const joined = node('c', { providerId: claim.instance?.providerId ?? null });
    cluster.nodes.set('c', joined);
    await publisher.publish(changes({ nodes: { changed: [joined], gone: [] } }));
    expect(rows()).toEqual(['a Ready', 'b Ready', 'c Joining']);
    await store.nodeClaims.save({ ...claim, state: 'Initialized' });
    await publisher.publish(changes());
    expect(rows()).toEqual(['a Ready', 'b Ready', 'c Ready']);
  });

  it('writes the price of each node again when prices change', async () => {
    const { publisher, cluster, store, ports, clusterId } = await setUpPublisher();
    const labels = {
      'node.kubernetes.io/instance-type': 'm5.large',
      'topology.kubernetes.io/zone': 'us-east-1a',
      'karpenter.sh/capacity-type': 'on-demand',
    };
    cluster.nodes.set('a', node('a', { labels }));
    await publisher.publish(changes({ relisted: true }));
    const scope = { accountId: '111122223333', region: 'us-east-1' };
    const facts = await ports.store.catalog.facts(scope);
    const instanceTypes = facts?.instanceTypes ?? [];
    await store.catalog.saveFacts(scope, {
      ...scope,
      fetchedAt: recordedAt,
      onDemandPricesAt: recordedAt,
      instanceTypes: instanceTypes.map((type) => ({ ...type, onDemandMicroUsdPerHour: 7 })),
    });
    await publisher.publish(changes());
    const [row] = store.tables.nodes.where(({ name }) => name === 'a');
    expect(row).toMatchObject({ clusterId, priceMicroUsdPerHour: 7 });
  });

  it('writes pods as they are reported, and removes those that are gone', async () => {
    const { publisher, store, topics } = await setUpPublisher();
    await publisher.publish(changes({ pods: { changed: [pod('p1'), pod('p2')], gone: [] } }));
    await publisher.publish(changes({ pods: { changed: [], gone: ['p1'] } }));
    expect(store.tables.pods.all().map(({ uid, phase }) => `${uid} ${phase}`)).toEqual([
      'p2 Pending',
    ]);
    expect(topics()).toEqual(['pods', 'pods']);
  });
});
