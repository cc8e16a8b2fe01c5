import {
  type AccessAction,
  type AccessGrant,
  type AccessObject,
  actionsByRole,
  builtInRoles,
  can,
  type GrantScope,
  visibleWith,
} from '@kerf/application';
import {
  aCluster,
  aDecision,
  aNodeClaimRecord,
  aNodeClassDefinition,
  aNodePoolDefinition,
  aNodeRow,
  aPodRow,
  aRevisionOf,
  aUser,
} from '@kerf/testing';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Database } from '../client.js';
import { openFreshDatabase } from '../fresh-database.js';
import { createPrismaStore } from '../prisma-store.js';
import type { FoundObject, SearchKind } from './found-object.js';
import { createReadQueries } from './read-queries.js';
import { SearchQueries } from './search.js';
import type { VisibleScope } from './visible.js';

const migrations = new URL('../../../../prisma/migrations', import.meta.url).pathname;
const clusterIds = ['clu_a', 'clu_b'] as const;
type Cluster = (typeof clusterIds)[number];
/** Names of NodePools and of namespaces. */
const names = ['thing-x', 'thing-y'] as const;

/** NodePools of nodes and of their NodeClaims; `null` for nodes of none. */
const poolsOf = { clu_a: [null, ...names], clu_b: [null, names[0]] } as const;

/** Pods, with the NodePool of their node. */
const podsOf = {
  clu_a: [
    { namespace: 'thing-x', nodePool: 'thing-x' },
    { namespace: 'thing-x', nodePool: 'thing-y' },
    { namespace: 'thing-y', nodePool: null },
  ],
  clu_b: [
    { namespace: 'thing-x', nodePool: 'thing-x' },
    { namespace: 'thing-y', nodePool: null },
  ],
} as const;

const nodeOf = (nodePool: string | null): string => `thing-node-${nodePool}`;

/** An object that the search text selects, and the right to see it. */
interface Stored {
  readonly key: string;
  readonly isVisible: (grants: readonly AccessGrant[]) => boolean;
}

let database: Database;
const stored: Stored[] = [];
beforeAll(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
  for (const clusterId of clusterIds) await storeCluster(clusterId);
  await createPrismaStore(database).identity.insertUser(
    aUser({ id: 'usr_1', name: 'thing' }),
    null,
  );
  note('User', 'null/thing', 'identity.read', { kind: 'Organization' });
});
afterAll(() => database.close());

function note(kind: SearchKind, key: string, action: AccessAction, object: AccessObject): void {
  stored.push({
    key: `${kind} ${key}`,
    isVisible: (grants) => can({ kind: 'User', name: 'ada', grants }, action, object).isAllowed,
  });
}

async function storeCluster(clusterId: Cluster): Promise<void> {
  const store = createPrismaStore(database);
  await store.clusters.insert(aCluster({ id: clusterId, name: `thing-${clusterId}` }));
  await storeNodes(clusterId);
  await storePods(clusterId);
  for (const nodePool of names) {
    const ofPool = { kind: 'NodePools', clusterId, nodePools: [nodePool] } as const;
    const pool = aNodePoolDefinition({ clusterId, name: nodePool });
    await store.definitions.insert(pool, aRevisionOf(pool));
    note('NodePool', `${clusterId}/${nodePool}`, 'definition.read', ofPool);
    const id = `dec_thing_${clusterId}_${nodePool}`;
    await store.decisions.insert(aDecision({ clusterId, id, nodePools: [nodePool] }), []);
    note('Decision', `${clusterId}/${id}`, 'decision.read', ofPool);
  }
  const nodeClass = aNodeClassDefinition({ clusterId, name: 'thing' });
  await store.definitions.insert(nodeClass, aRevisionOf(nodeClass));
}

async function storeNodes(clusterId: Cluster): Promise<void> {
  const store = createPrismaStore(database);
  for (const nodePool of poolsOf[clusterId]) {
    const name = nodeOf(nodePool);
    await store.readModel.applyNodes(clusterId, [aNodeRow({ clusterId, name, nodePool })], []);
    const id = `ncl_${clusterId}_${nodePool}`;
    await store.nodeClaims.insert([aNodeClaimRecord({ clusterId, id, name, nodePool })]);
  }
}

async function storePods(clusterId: Cluster): Promise<void> {
  const store = createPrismaStore(database);
  for (const { namespace, nodePool } of podsOf[clusterId]) {
    const name = `thing-${namespace}-${nodePool}`;
    const row = aPodRow({
      clusterId,
      uid: name,
      namespace,
      name,
      ownerName: `of-${name}`,
      nodeName: nodePool === null ? null : nodeOf(nodePool),
    });
    await store.readModel.applyPods(clusterId, [row], []);
    const object = { kind: 'Pod', clusterId, namespace, nodePool } as const;
    note('Pod', `${clusterId}/${name}`, 'pod.read', object);
    note('Owner', `${clusterId}/of-${name}`, 'pod.read', object);
  }
}

const clusterId = fc.constantFrom(...clusterIds);
const someNames = fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 });
const scopes: fc.Arbitrary<GrantScope> = fc.oneof(
  fc.constant({ kind: 'Organization' } as const),
  fc.record({ kind: fc.constant('Cluster' as const), clusterId }),
  fc.record({ kind: fc.constant('NodePools' as const), clusterId, nodePools: someNames }),
  fc.record({ kind: fc.constant('Namespaces' as const), clusterId, namespaces: someNames }),
);
const reads: readonly AccessAction[] = ['cluster.read', 'node.read', 'pod.read', 'definition.read'];
const grants: fc.Arbitrary<readonly AccessGrant[]> = fc.array(
  fc.record({
    effect: fc.constantFrom('Allow' as const, 'Allow' as const, 'Deny' as const),
    role: fc.constant('role'),
    actions: fc.oneof(
      fc.constantFrom(...builtInRoles).map((role) => actionsByRole[role]),
      fc.constantFrom(...reads).map((action) => [action]),
    ),
    scope: scopes,
  }),
  { maxLength: 4 },
);

/**
 * Returns the objects of a cluster or a part of it, as the lists have them: a part of a cluster is enough to see
 * it, and a node of no NodePool belongs to the whole.
 */
async function listed(scope: VisibleScope): Promise<readonly string[]> {
  const { clusters, definitions, nodes, nodeClaims } = createReadQueries(database, scope);
  const page = { size: 9, edge: 'first', cursor: null } as const;
  const byName = { field: 'NAME', direction: 'ASC' } as const;
  const ofClusters = await clusters.page({}, byName, page);
  const ofClasses = await definitions.nodeClasses({ clusterId: null }, page);
  const inClusters = await Promise.all(
    clusterIds.flatMap((id) => [
      nodes
        .page(id, {}, byName, page)
        .then(({ items }) => items.map(({ value }) => `Node ${id}/${value.name}`)),
      nodeClaims
        .page(id, {}, page)
        .then(({ items }) => items.map(({ value }) => `NodeClaim ${id}/${value.name}`)),
    ]),
  );
  return [
    ...ofClusters.items.map(({ value: { id, name } }) => `Cluster ${id}/${name}`),
    ...ofClasses.items.map(({ value }) => `NodeClass ${value.clusterId}/${value.name}`),
    ...inClusters.flat(),
  ];
}

const keyOf = ({ kind, clusterId: cluster, name }: FoundObject): string =>
  `${kind} ${cluster}/${name}`;

it('a search finds exactly what the roles of the caller allow to see, one by one', async () => {
  await fc.assert(
    fc.asyncProperty(grants, async (list) => {
      const scope: VisibleScope = (action) => visibleWith(list, action);
      const queries = new SearchQueries(database.pool, scope);
      const found = [
        ...(await queries.find('thing', 50)),
        ...(await queries.find('dec_thing', 50)),
      ];
      const visible = stored.filter(({ isVisible }) => isVisible(list)).map(({ key }) => key);
      const expected = [...visible, ...(await listed(scope))];
      expect(found.map(keyOf).toSorted()).toEqual(expected.toSorted());
    }),
    { numRuns: 200 },
  );
});
