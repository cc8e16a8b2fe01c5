import {
  deleteDefinition,
  importDefinition,
  observeNodeClaim,
  observeNodes,
  type Principal,
} from '@kerf/application';
import { invariant } from '@kerf/core';
import { type Database, openFreshDatabase } from '@kerf/db';
import type { ClusterMode } from '@kerf/engine';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Corridor } from './testing/corridor.js';

const migrations = new URL('../../../prisma/migrations', import.meta.url).pathname;
const ada: Principal = { kind: 'User', id: 'usr_ada', name: 'ada', scope: 'write' };
let database: Database;

beforeAll(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
});
afterAll(() => database.close());

/** One node with two pods that do not come back. */
async function openBusy(mode: ClusterMode): Promise<Corridor> {
  const corridor = await Corridor.open(database, { mode });
  corridor.cluster.addPendingPods(2, { cpu: 500, memory: 1024 ** 3 });
  await corridor.until(async () => {
    const [decision] = await corridor.decisions();
    return corridor.cluster.pending.size === 0 && decision?.state === 'Executed';
  });
  return corridor;
}

const portsOf = (corridor: Corridor) => ({ ...corridor.ports, store: corridor.store });

const deletions = async (corridor: Corridor) =>
  (await corridor.decisions()).filter(({ kind }) => kind === 'Delete');

async function theNode(corridor: Corridor) {
  const [claim] = await corridor.store.nodeClaims.inStates(corridor.clusterId, ['Initialized']);
  const [node] = corridor.cluster.nodes.values();
  invariant(claim !== undefined && node !== undefined, 'the cluster has a node');
  return { claim, node };
}

/** The decisions of kind Delete once the first is executed, with the claim's end. */
async function executed(corridor: Corridor) {
  await corridor.until(async () => (await deletions(corridor))[0]?.state === 'Executed');
  const [decision, ...others] = await deletions(corridor);
  const [claim] = await corridor.store.nodeClaims.findAll(decision?.nodeClaimIds ?? []);
  return { decision, others, claim };
}

const deletionOf = (kind: string, name: string) => ({
  decision: {
    verdict: { kind: 'Auto' },
    nodeCount: 1,
    podCount: 2,
    body: { type: 'Remove', reason: 'Deleted', deleted: { kind, name } },
  },
  others: [],
  claim: { state: 'Terminated', termination: { reason: 'DeletedByUser' } },
});

describe('nodes that are removed because somebody deleted something', () => {
  it('have a decision that names the NodeClaim', async () => {
    const corridor = await openBusy('approve');
    const { claim } = await theNode(corridor);
    await observeNodeClaim(portsOf(corridor), corridor.clusterId, {
      name: claim.name,
      isStandalone: false,
      isGone: false,
      deletionRequestedAt: corridor.clock.now(),
      adoptable: null,
    });
    expect(await executed(corridor)).toMatchObject(deletionOf('NodeClaim', claim.name));
  });

  it('have Events that say so, on the NodeClaim and on the Node', async () => {
    const corridor = await openBusy('approve');
    const { claim, node } = await theNode(corridor);
    await deleteDefinition(portsOf(corridor), ada, {
      clusterId: corridor.clusterId,
      kind: 'NodePool',
      name: 'default',
      expectedVersion: 'any',
      requestId: null,
    });
    await executed(corridor);
    const told = corridor.events.recorded.filter(
      ({ reason }) => reason === 'DisruptionTerminating',
    );
    expect(told.map(({ about, message }) => `${about.kind}/${about.name}: ${message}`)).toEqual([
      `NodeClaim/${claim.name}: Disrupting Node: Deleted`,
      `Node/${node.name}: Disrupting Node: Deleted`,
    ]);
  });

  it('have a decision that names the Node', async () => {
    const corridor = await openBusy('approve');
    const { node } = await theNode(corridor);
    await observeNodes(portsOf(corridor), corridor.clusterId, [
      { ...node, isGone: false, deletionRequestedAt: corridor.clock.now() },
    ]);
    expect(await executed(corridor)).toMatchObject(deletionOf('Node', node.name));
  });

  it('have one decision that names the NodePool, deleted in the cluster', async () => {
    const corridor = await openBusy('approve');
    const [pool] = await corridor.store.definitions.nodePools(corridor.clusterId);
    invariant(pool !== undefined, 'the cluster has a NodePool');
    await database.prisma.nodePool.update({ where: { id: pool.id }, data: { source: 'Cluster' } });
    const event = {
      kind: 'NodePool',
      name: pool.name,
      object: null,
      createdAt: null,
      managedByKerf: false,
    } as const;
    await importDefinition(portsOf(corridor), corridor.clusterId, event);
    await importDefinition(portsOf(corridor), corridor.clusterId, event);
    expect(await executed(corridor)).toMatchObject(deletionOf('NodePool', pool.name));
  });

  it('have one decision that names the NodePool, deleted through the API', async () => {
    const corridor = await openBusy('approve');
    const [pool] = await corridor.store.definitions.nodePools(corridor.clusterId);
    invariant(pool !== undefined, 'the cluster has a NodePool');
    const { clusterId, kind, name, version } = pool;
    const outcome = await deleteDefinition(portsOf(corridor), ada, {
      clusterId,
      kind,
      name,
      expectedVersion: version,
      requestId: null,
    });
    expect(outcome.kind).toBe('Deleted');
    expect(await executed(corridor)).toMatchObject(deletionOf('NodePool', name));
  });
});
