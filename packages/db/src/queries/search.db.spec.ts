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
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Database } from '../client.js';
import { openFreshDatabase } from '../fresh-database.js';
import { createPrismaStore } from '../prisma-store.js';
import { SearchQueries } from './search.js';

const migrations = new URL('../../../../prisma/migrations', import.meta.url).pathname;
const clusterId = 'clu_prod';
const instanceId = 'i-0abc123def4567890';

let database: Database;
let queries: SearchQueries;
beforeAll(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
  queries = new SearchQueries(database.pool);
  const store = createPrismaStore(database);
  await store.clusters.insert(aCluster({ id: clusterId, name: 'Prod-EU-1', region: 'eu-west-1' }));
  await store.readModel.applyNodes(
    clusterId,
    [
      aNodeRow({
        clusterId,
        name: 'ip-10-0-0-1.ec2.internal',
        providerId: `aws:///eu-west-1a/${instanceId}`,
      }),
      aNodeRow({ clusterId, name: 'unknown-host', providerId: null }),
    ],
    [],
  );
  const pod = (uid: string, name: string, namespace = 'shop') =>
    aPodRow({ clusterId, uid, name, namespace, ownerKind: 'None', ownerName: '' });
  await store.readModel.applyPods(
    clusterId,
    [
      pod('1', 'checkout'),
      pod('2', 'checkout-0'),
      pod('3', 'old-checkout'),
      pod('4', 'precheckout'),
      pod('5', 'checkout', 'stage'),
      ...['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => pod(`many-${letter}`, `many-${letter}`)),
      aPodRow({
        clusterId,
        uid: 'web-1',
        name: 'web-front-7c9f6d-x1',
        ownerName: 'web-front-7c9f6d',
        deployment: 'web-front',
      }),
      aPodRow({
        clusterId,
        uid: 'web-2',
        name: 'web-front-7c9f6d-x2',
        ownerName: 'web-front-7c9f6d',
        deployment: 'web-front',
      }),
      aPodRow({
        clusterId,
        uid: 'db-0',
        name: 'db-main-0',
        ownerKind: 'StatefulSet',
        ownerName: 'db-main',
      }),
      aPodRow({ clusterId, uid: 'static', name: 'proxy-n1', ownerKind: 'Node', ownerName: 'n1' }),
    ],
    [],
  );
  await store.nodeClaims.insert([
    aNodeClaimRecord({ clusterId, id: 'ncl_live', name: 'general-live1' }),
    aNodeClaimRecord({ clusterId, id: 'ncl_past', name: 'general-past1', state: 'Terminated' }),
  ]);
  const pool = aNodePoolDefinition({ clusterId, name: 'gpu-batch', id: 'npl_gpu' });
  await store.definitions.insert(pool, aRevisionOf(pool));
  const nodeClass = aNodeClassDefinition({ clusterId, name: 'gpu-class', id: 'ncs_gpu' });
  await store.definitions.insert(nodeClass, aRevisionOf(nodeClass));
  await store.decisions.insert(aDecision({ clusterId, id: 'dec_0190aa01' }), []);
  await store.decisions.insert(aDecision({ clusterId, id: 'dec_0190bb02' }), []);
  await store.identity.insertUser(aUser({ id: 'usr_grace', name: 'Grace@example.com' }), null);
});
afterAll(() => database.close());

/** Returns what a search finds, as `kind namespace/name`, with how it matches. */
async function found(query: string, limit = 50): Promise<readonly string[]> {
  return (await queries.find(query, limit)).map(({ kind, namespace, name, match }) => {
    const place = namespace === null ? '' : `${namespace}/`;
    return `${kind} ${place}${name}: ${match}`;
  });
}

describe('a search', () => {
  it('ranks exact names before prefixes, prefixes of words, and parts', async () => {
    expect(await found('checkout')).toEqual([
      'Pod shop/checkout: Exact',
      'Pod stage/checkout: Exact',
      'Pod shop/checkout-0: Prefix',
      'Pod shop/old-checkout: WordPrefix',
      'Pod shop/precheckout: Substring',
    ]);
  });

  it('finds a pod of a namespace by namespace and name', async () => {
    expect(await found('stage/check')).toEqual(['Pod stage/checkout: Prefix']);
    expect(await found('none/checkout')).toEqual([]);
  });

  it('finds the Deployment of a pod once, and not its ReplicaSet', async () => {
    expect(await found('front')).toEqual([
      'Owner shop/web-front: WordPrefix',
      'Pod shop/web-front-7c9f6d-x1: WordPrefix',
      'Pod shop/web-front-7c9f6d-x2: WordPrefix',
    ]);
    expect(await queries.find('shop/db-main', 1)).toMatchObject([
      { kind: 'Owner', name: 'db-main', detail: 'StatefulSet', clusterName: 'Prod-EU-1' },
    ]);
  });

  it('finds no owner for a pod without one and for a static pod', async () => {
    expect(await found('n1')).toEqual([]);
    expect(await found('many-a')).toEqual(['Pod shop/many-a: Exact']);
  });

  it('finds a node and its NodeClaim by the ID of the instance, by part of it, and by the provider ID', async () => {
    const node = { kind: 'Node', name: 'ip-10-0-0-1.ec2.internal', detail: instanceId };
    expect(await queries.find(instanceId, 9)).toMatchObject([{ ...node, match: 'Exact' }]);
    expect(await queries.find('i-0abc', 9)).toMatchObject([{ ...node, match: 'Prefix' }]);
    expect(await queries.find(`aws:///eu-west-1a/${instanceId}`, 9)).toMatchObject([node]);
    expect(await found('i-ncl_past')).toEqual(['NodeClaim general-past1: Exact']);
  });

  it('finds NodeClaims that have ended by the beginning of their names, and living ones by parts', async () => {
    expect(await found('general-')).toEqual([
      'NodeClaim general-live1: Prefix',
      'NodeClaim general-past1: Prefix',
    ]);
    expect(await found('live1')).toEqual(['NodeClaim general-live1: WordPrefix']);
    expect(await found('past1')).toEqual([]);
    expect(await found('ncl_past')).toEqual(['NodeClaim general-past1: Exact']);
  });

  it('finds NodePools and EC2NodeClasses by name and ID', async () => {
    expect(await found('gpu')).toEqual([
      'NodePool gpu-batch: Prefix',
      'NodeClass gpu-class: Prefix',
    ]);
    expect(await found('npl_gpu')).toEqual(['NodePool gpu-batch: Exact']);
  });

  it('finds decisions by their ID and its beginning', async () => {
    expect(await found('dec_0190aa01')).toEqual(['Decision dec_0190aa01: Exact']);
    expect(await found('dec_0190')).toEqual([
      'Decision dec_0190aa01: Prefix',
      'Decision dec_0190bb02: Prefix',
    ]);
  });

  it('ignores upper and lower case and space around the text', async () => {
    expect(await found(' prod-eu ')).toEqual(['Cluster Prod-EU-1: Prefix']);
    expect(await found('GRACE')).toEqual(['User Grace@example.com: Prefix']);
    expect(await found('CHECKOUT-0')).toEqual(['Pod shop/checkout-0: Exact']);
  });

  it('looks for parts of names from three characters', async () => {
    expect(await found('eck')).not.toEqual([]);
    expect(await found('ec')).toEqual([]);
    expect(await found('ch')).toContain('Pod shop/checkout: Prefix');
  });

  it('returns five objects of a kind, and not more than the limit', async () => {
    expect(await found('many')).toHaveLength(5);
    expect(await found('many', 2)).toEqual(['Pod shop/many-a: Prefix', 'Pod shop/many-b: Prefix']);
  });

  it('takes signs of patterns as they are', async () => {
    expect(await found('check%')).toEqual([]);
    expect(await found('che_k')).toEqual([]);
    expect(await found('\\')).toEqual([]);
  });
});
