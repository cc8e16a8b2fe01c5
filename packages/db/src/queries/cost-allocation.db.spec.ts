import { type AccessGrant, type GrantScope, visibleWith } from '@kerf/application';
import { aCluster, aNodeRow, aPodRow } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Database } from '../client.js';
import { openFreshDatabase } from '../fresh-database.js';
import { createPrismaStore } from '../prisma-store.js';
import { CostQueries } from './cost.js';
import type { CostAllocation, CostAllocationRequest } from './cost-allocation.js';
import type { VisibleScope } from './visible.js';

const migrations = new URL('../../../../prisma/migrations', import.meta.url).pathname;
const clusterId = 'clu_prod';
const allocatable = { cpu: 4_000, memory: 16_000 };

let database: Database;
beforeAll(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
  const store = createPrismaStore(database);
  for (const [id, name] of [
    [clusterId, 'prod'],
    ['clu_lab', 'lab'],
  ] as const) {
    await store.clusters.insert(aCluster({ id, name }));
  }
  const node = (name: string, nodePool: string, price: number | null) =>
    aNodeRow({ clusterId, name, nodePool, allocatable, priceMicroUsdPerHour: price });
  await store.readModel.applyNodes(
    clusterId,
    [node('n1', 'web', 80_000), node('n2', 'batch', 40_001), node('n3', 'batch', null)],
    [],
  );
  await store.readModel.applyNodes(
    'clu_lab',
    [aNodeRow({ clusterId: 'clu_lab', name: 'n1', allocatable, priceMicroUsdPerHour: 10_000 })],
    [],
  );
  const pod = (
    name: string,
    nodeName: string | null,
    fields: Partial<Parameters<typeof aPodRow>[0]>,
  ) =>
    aPodRow({
      clusterId,
      uid: name,
      name,
      nodeName,
      phase: 'Bound',
      requests: { cpu: 1_000 },
      ...fields,
    });
  await store.readModel.applyPods(
    clusterId,
    [
      pod('web-1', 'n1', {
        requests: { cpu: 1_000, memory: 4_000 },
        ownerName: 'web-7c9f',
        deployment: 'web',
      }),
      pod('web-2', 'n2', { ownerName: 'web-5d44', deployment: 'web' }),
      pod('db-0', 'n1', {
        namespace: 'data',
        ownerKind: 'StatefulSet',
        ownerName: 'db',
        labels: { app: 'db' },
      }),
      pod('bare', 'n1', { namespace: 'data', ownerKind: 'None', ownerName: '', labels: {} }),
      pod('web-3', 'n3', { ownerName: 'web-5d44', deployment: 'web' }),
      pod('waits', null, { phase: 'Pending' }),
    ],
    [],
  );
  await store.readModel.applyPods(
    'clu_lab',
    [
      aPodRow({
        clusterId: 'clu_lab',
        uid: 'x',
        nodeName: 'n1',
        phase: 'Bound',
        requests: { cpu: 2_000 },
      }),
    ],
    [],
  );
  const owns = (kind: 'Namespace' | 'NodePool' | 'Cluster', name: string) =>
    kind === 'Cluster'
      ? { kind, clusterId }
      : kind === 'NodePool'
        ? { kind, clusterId, nodePool: name }
        : { kind, clusterId, namespace: name };
  const team = (name: string, ...parts: ReturnType<typeof owns>[]) =>
    store.access.insertTeam({
      id: `tea_${name}`,
      name,
      owns: parts,
      members: [],
      createdAt: 0,
      version: 1,
    });
  await team('platform', owns('Cluster', ''));
  await team('storage', owns('Namespace', 'data'));
  await team('web', owns('NodePool', 'web'));
});
afterAll(() => database.close());

const all: CostAllocationRequest = {
  by: 'Namespace',
  label: null,
  clusterId: null,
  of: null,
  knownTeams: null,
  limit: 100,
};

/** Returns the shares as `kind key: pods, price`. */
const sharesOf = ({ shares }: CostAllocation) =>
  shares.map(
    ({ kind, key, pods, priceMicroUsdPerHour }) =>
      `${kind} ${key}: ${pods}, ${priceMicroUsdPerHour}`,
  );
const allocate = (request: Partial<CostAllocationRequest>, scope?: VisibleScope) =>
  new CostQueries(database.pool, scope).allocation({ ...all, ...request });
const only =
  (...scopes: readonly (readonly [AccessGrant['effect'], GrantScope])[]): VisibleScope =>
  (action) =>
    visibleWith(
      scopes.map(([effect, scope]) => ({
        effect,
        role: 'some',
        actions: ['cost.read', 'pod.read'],
        scope,
      })),
      action,
    );

describe('the allocation of the current cost', () => {
  it('by namespace has what no pod requests as idle, and adds up to the cost of the nodes', async () => {
    const cost = await allocate({});
    expect(sharesOf(cost)).toEqual([
      'Pods shop: 4, 27500',
      'Pods data: 2, 20000',
      'Idle : 0, 82501',
    ]);
    expect(cost).toMatchObject({ priceMicroUsdPerHour: 130_001, nodes: 4, unpricedNodes: 1 });
    expect(cost.shares[0]).toMatchObject({ unpricedPods: 1, groups: 1 });
    expect((await new CostQueries(database.pool).now(null)).priceMicroUsdPerHour).toBe(130_001);
  });

  it('by team has the most specific owner: of the namespace, the NodePool, or the cluster', async () => {
    expect(sharesOf(await allocate({ by: 'Team' }))).toEqual([
      'Pods storage: 2, 20000',
      'Pods web: 1, 20000',
      'Pods platform: 2, 5000',
      'Pods : 1, 2500',
      'Idle : 0, 82501',
    ]);
  });

  it('by team keeps the names of teams that the caller may not see', async () => {
    expect(sharesOf(await allocate({ by: 'Team', knownTeams: ['tea_web'] }))).toEqual([
      'Pods web: 1, 20000',
      'Pods : 1, 2500',
      'OtherTeams : 4, 25000',
      'Idle : 0, 82501',
    ]);
  });

  it('by a label has pods without it as a group, and apart those whose labels are not recorded', async () => {
    const byApp = { by: 'Label', label: 'app' } as const;
    expect(sharesOf(await allocate(byApp))).toEqual([
      'Pods web: 4, 27500',
      'Pods : 1, 10000',
      'Pods db: 1, 10000',
      'Idle : 0, 82501',
    ]);
    await database.prisma.$executeRaw`UPDATE pod_rows SET labels = NULL WHERE name = 'db-0'`;
    expect(sharesOf(await allocate(byApp))).toContain('NotRecorded : 1, 10000');
  });

  it('by owner has Deployments instead of their ReplicaSets, each with its place', async () => {
    const cost = await allocate({ by: 'Owner', clusterId });
    expect(sharesOf(cost)).toEqual([
      'Pods web: 3, 25000',
      'Pods : 1, 10000',
      'Pods db: 1, 10000',
      'Idle : 0, 75001',
    ]);
    const place = { clusterId, clusterName: 'prod', namespace: 'shop', ownerKind: 'Deployment' };
    expect(cost.shares[0]).toMatchObject(place);
  });

  it.each([
    [{ dimension: 'Namespace', key: 'data' }, ['Pods : 1, 10000', 'Pods db: 1, 10000']],
    [{ dimension: 'Team', key: 'web' }, ['Pods web: 1, 20000']],
    [{ dimension: 'Team', key: '' }, ['Pods web: 1, 2500']],
    [{ dimension: 'Label', key: '' }, ['Pods : 1, 10000']],
    [{ dimension: 'Namespace', key: 'none' }, []],
  ] as const)(
    'of one group %o has the owners of its pods, and nothing idle',
    async (of, shares) => {
      const cost = await allocate({ by: 'Owner', of, label: 'app' });
      expect(sharesOf(cost)).toEqual(shares);
    },
  );

  it('merges the smallest groups, so that the sum stays', async () => {
    const cost = await allocate({ by: 'Owner', limit: 2 });
    expect(sharesOf(cost)).toEqual([
      'Pods web: 3, 25000',
      'Pods : 1, 10000',
      'Other : 2, 12500',
      'Idle : 0, 82501',
    ]);
    expect(cost.shares[2]).toMatchObject({ groups: 2 });
    expect(cost.priceMicroUsdPerHour).toBe(130_001);
  });

  it('of what teams own has their nodes, and their pods on other nodes', async () => {
    expect(await allocate({ teams: ['web'] })).toMatchObject({
      priceMicroUsdPerHour: 80_000,
      nodes: 1,
    });
    const cost = await allocate({ teams: ['storage'] });
    expect(cost).toMatchObject({ priceMicroUsdPerHour: 20_000, nodes: 0 });
    expect(sharesOf(cost)).toEqual(['Pods data: 2, 20000']);
  });

  it('without nodes is empty', async () => {
    expect(await allocate({ clusterId: 'clu_none' })).toMatchObject({ nodes: 0, shares: [] });
  });
});

describe('the allocation for a caller who sees a part', () => {
  it('has only the pods of the own namespace, and no idle nodes', async () => {
    const scope = only(['Allow', { kind: 'Namespaces', clusterId, namespaces: ['data'] }]);
    const cost = await allocate({}, scope);
    expect(sharesOf(cost)).toEqual(['Pods data: 2, 20000']);
    expect(cost).toMatchObject({ nodes: 0, priceMicroUsdPerHour: 20_000 });
  });

  it('has the nodes of the own NodePool with all pods on them', async () => {
    const scope = only(['Allow', { kind: 'NodePools', clusterId, nodePools: ['batch'] }]);
    expect(sharesOf(await allocate({}, scope))).toEqual(['Pods shop: 2, 5000', 'Idle : 0, 35001']);
  });

  it('counts pods that are denied without their namespace, and not as idle', async () => {
    const scope = only(
      ['Allow', { kind: 'Cluster', clusterId }],
      ['Deny', { kind: 'Namespaces', clusterId, namespaces: ['data'] }],
    );
    const cost = await allocate({ by: 'Owner' }, scope);
    expect(sharesOf(cost)).toEqual(['Pods web: 3, 25000', 'Hidden : 2, 20000', 'Idle : 0, 75001']);
    expect(cost.priceMicroUsdPerHour).toBe(120_001);
    const hidden = { clusterId: null, namespace: null, ownerKind: null };
    expect(cost.shares[1]).toMatchObject(hidden);
    expect(
      sharesOf(await allocate({ of: { dimension: 'Namespace', key: 'data' } }, scope)),
    ).toEqual([]);
  });

  it('names no pods to callers who may see costs only', async () => {
    const costsOnly: VisibleScope = (action) =>
      visibleWith(
        [
          {
            effect: 'Allow',
            role: 'costs',
            actions: ['cost.read'],
            scope: { kind: 'Organization' },
          },
        ],
        action,
      );
    expect(sharesOf(await allocate({}, costsOnly))).toEqual([
      'Hidden : 6, 47500',
      'Idle : 0, 82501',
    ]);
  });
});
