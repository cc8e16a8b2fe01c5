import {
  type Definition,
  deleteDefinition,
  holdNodeClasses,
  importDefinition,
  observeNodeClaim,
  observeNodes,
  organizationAdmin,
  type Principal,
} from '@kerf/application';
import { invariant } from '@kerf/core';
import type { ClusterMode } from '@kerf/engine';
import { aRevisionOf } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { openRecords, type RecordSource } from '../../testing/simulation-records.js';

const deleted = 'the node, its NodeClaim or its NodePool was deleted';
const ada: Principal = { kind: 'User', id: 'usr_ada', name: 'ada', ...organizationAdmin };
let records: RecordSource;

beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => records.close());

/** One node with two pods that are not created again. */
async function openBusy(mode: ClusterMode): Promise<ClusterSimulation> {
  const simulation = await ClusterSimulation.open(records.open(), { mode });
  simulation.cluster.addPendingPods(2, { cpu: 500, memory: 1024 ** 3 });
  await simulation.until(async () => {
    const [decision] = await simulation.decisions();
    return simulation.cluster.pending.size === 0 && decision?.state === 'Executed';
  });
  return simulation;
}

const portsOf = (simulation: ClusterSimulation) => ({
  ...simulation.ports,
  store: simulation.store,
});

const deletions = async (simulation: ClusterSimulation) =>
  (await simulation.decisions()).filter(({ kind }) => kind === 'Delete');

/** Makes the cluster's object the source of truth. */
async function makeClusterOwned(
  { store }: ClusterSimulation,
  definition: Definition,
): Promise<void> {
  const owned: Definition = {
    ...definition,
    source: 'Cluster',
    revision: definition.revision + 1,
  };
  await store.definitions.save(owned, aRevisionOf(owned));
}

async function theNode(simulation: ClusterSimulation) {
  const [claim] = await simulation.store.nodeClaims.inStates(simulation.clusterId, ['Initialized']);
  const [node] = simulation.cluster.nodes.values();
  invariant(claim !== undefined && node !== undefined, 'the cluster has a node');
  return { claim, node };
}

/** Returns the decisions of kind Delete once the first is executed. */
async function executed(simulation: ClusterSimulation) {
  await simulation.until(async () => (await deletions(simulation))[0]?.state === 'Executed');
  const [decision, ...others] = await deletions(simulation);
  const [claim] = await simulation.store.nodeClaims.findAll(decision?.nodeClaimIds ?? []);
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

describe('nodes that are removed because an object was deleted', () => {
  it('have a decision that names the NodeClaim', async () => {
    const simulation = await openBusy('approve');
    const { claim } = await theNode(simulation);
    await observeNodeClaim(portsOf(simulation), simulation.clusterId, {
      name: claim.name,
      isStandalone: false,
      isGone: false,
      deletionRequestedAt: simulation.clock.now(),
      adoptable: null,
    });
    expect(await executed(simulation)).toMatchObject(deletionOf('NodeClaim', claim.name));
  });

  it('have Events on the NodeClaim and on the Node', async () => {
    const simulation = await openBusy('approve');
    const { claim, node } = await theNode(simulation);
    await deleteDefinition(portsOf(simulation), ada, {
      clusterId: simulation.clusterId,
      kind: 'NodePool',
      name: 'default',
      expectedVersion: 'any',
      requestId: null,
    });
    await executed(simulation);
    const recorded = simulation.events.recorded.filter(
      ({ reason }) => reason === 'DisruptionTerminating',
    );
    expect(recorded.map(({ about, message }) => `${about.kind}/${about.name}: ${message}`)).toEqual(
      [
        `NodeClaim/${claim.name}: Disrupting Node: ${deleted}`,
        `Node/${node.name}: Disrupting Node: ${deleted}`,
      ],
    );
  });

  it('have a decision that names the Node', async () => {
    const simulation = await openBusy('approve');
    const { node } = await theNode(simulation);
    await observeNodes(portsOf(simulation), simulation.clusterId, [
      { ...node, isGone: false, deletionRequestedAt: simulation.clock.now() },
    ]);
    expect(await executed(simulation)).toMatchObject(deletionOf('Node', node.name));
  });

  it('have one decision that names the NodePool that was deleted in the cluster', async () => {
    const simulation = await openBusy('approve');
    const [pool] = await simulation.store.definitions.nodePools(simulation.clusterId);
    invariant(pool !== undefined, 'the cluster has a NodePool');
    await makeClusterOwned(simulation, pool);
    const event = {
      kind: 'NodePool',
      name: pool.name,
      object: null,
      generation: null,
      createdAt: null,
      deletionRequestedAt: null,
      managedByKerf: false,
    } as const;
    await importDefinition(portsOf(simulation), simulation.clusterId, event);
    await importDefinition(portsOf(simulation), simulation.clusterId, event);
    expect(await executed(simulation)).toMatchObject(deletionOf('NodePool', pool.name));
  });

  it('have one decision that names the NodePool that was deleted through the API', async () => {
    const simulation = await openBusy('approve');
    const [pool] = await simulation.store.definitions.nodePools(simulation.clusterId);
    invariant(pool !== undefined, 'the cluster has a NodePool');
    const { clusterId, kind, name, version } = pool;
    const outcome = await deleteDefinition(portsOf(simulation), ada, {
      clusterId,
      kind,
      name,
      expectedVersion: version,
      requestId: null,
    });
    expect(outcome.kind).toBe('Deleted');
    expect(await executed(simulation)).toMatchObject(deletionOf('NodePool', name));
  });
});

describe('44: an EC2NodeClass that was deleted in the cluster', () => {
  it('stays with its nodes, and goes when the nodes of its NodePools are gone', async () => {
    const simulation = await openBusy('auto');
    const ports = portsOf(simulation);
    const { clusterId, cluster } = simulation;
    const [nodeClass] = await simulation.store.definitions.nodeClasses(clusterId);
    invariant(nodeClass !== undefined, 'the cluster has an EC2NodeClass');
    await makeClusterOwned(simulation, nodeClass);
    const held = { name: 'default', uid: 'uid-class', isHeld: true, isBeingDeleted: true };
    cluster.nodeClassObjects = [held];
    await holdNodeClasses(ports, clusterId);
    expect(cluster.nodeClassObjects).toEqual([held]);
    expect(simulation.events.recorded).toContainEqual(
      expect.objectContaining({ reason: 'WaitingOnNodeClaimTermination' }),
    );
    await theNode(simulation);

    await deleteDefinition(ports, ada, {
      clusterId,
      kind: 'NodePool',
      name: 'default',
      expectedVersion: 'any',
      requestId: null,
    });
    expect(await executed(simulation)).toMatchObject({ claim: { state: 'Terminated' } });
    await holdNodeClasses(ports, clusterId);
    expect(cluster.nodeClassObjects).toEqual([]);
  });
});
