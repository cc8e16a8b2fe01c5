import {
  type Decision,
  type NodePoolDefinition,
  organizationAdmin,
  type Principal,
  rejectDecision,
} from '@kerf/application';
import { invariant } from '@kerf/core';
import type { ClusterMode } from '@kerf/engine';
import { aPod, aRevisionOf } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { approve } from '../../testing/approve.js';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { openRecords, type RecordSource } from '../../testing/simulation-records.js';

const ada: Principal = { kind: 'User', id: 'usr_ada', name: 'ada', ...organizationAdmin };
const nodeCount = 4;
let records: RecordSource;

/** Minutes of a cluster take thousands of statements, and the machine may be busy. */
vi.setConfig({ testTimeout: 300_000 });

beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => records.close());

const pass = (simulation: ClusterSimulation, seconds: number): Promise<void> => {
  let left = seconds;
  return simulation.until(() => Promise.resolve(left-- <= 0));
};

/** Nodes of two CPUs with two pods each, so that no two nodes fit on one. */
async function openFull(mode: ClusterMode): Promise<ClusterSimulation> {
  const simulation = await ClusterSimulation.open(records.open(), { mode });
  await changePool(simulation, ({ spec }) => ({
    spec: {
      ...spec,
      template: {
        ...spec.template,
        spec: {
          ...spec.template.spec,
          requirements: [
            { key: 'node.kubernetes.io/instance-type', operator: 'In', values: ['c5.large'] },
            { key: 'karpenter.sh/capacity-type', operator: 'In', values: ['on-demand'] },
          ],
        },
      },
    },
  }));
  simulation.cluster.respawns = true;
  for (let node = 0; node < nodeCount; node += 1) {
    const half = aPod().requesting({ milliCpu: 900, memoryMib: 64 });
    simulation.cluster.addPods(
      ['kept', 'ended'].map((name) => half.named(`${name}-${node}`).build()),
    );
    await simulation.until(() => Promise.resolve(simulation.cluster.pending.size === 0));
  }
  expect(simulation.cluster.nodes.size).toBe(nodeCount);
  return simulation;
}

async function changePool(
  simulation: ClusterSimulation,
  change: (pool: NodePoolDefinition) => Partial<NodePoolDefinition>,
): Promise<void> {
  const [pool] = await simulation.store.definitions.nodePools(simulation.clusterId);
  invariant(pool !== undefined, 'the cluster has a pool');
  const changed = { ...pool, ...change(pool), revision: pool.revision + 1 };
  await simulation.store.definitions.save(changed, aRevisionOf(changed));
}

async function endHalfOfThePods(simulation: ClusterSimulation): Promise<void> {
  simulation.cluster.respawns = false;
  for (let node = 0; node < nodeCount; node += 1) {
    const name = `ended-${node}`;
    await simulation.cluster.deletePod(null, { uid: name, namespace: 'default', name });
  }
  simulation.cluster.respawns = true;
}

const disruptions = async (simulation: ClusterSimulation): Promise<readonly Decision[]> =>
  (await simulation.decisions()).filter(({ kind }) => kind !== 'Provision');

const inState = async (simulation: ClusterSimulation, state: Decision['state']) =>
  (await disruptions(simulation)).filter((decision) => decision.state === state);

describe('commands that are planned while earlier ones wait for execution', () => {
  it('do not use the capacity that those need, or the nodes that those remove', async () => {
    const simulation = await openFull('auto');
    await endHalfOfThePods(simulation);
    await simulation.until(async () => {
      const isIdle = (await simulation.store.decisions.open(simulation.clusterId)).length === 0;
      return isIdle && simulation.cluster.nodes.size === 2 && simulation.cluster.pending.size === 0;
    });
    const decided = await disruptions(simulation);
    expect(new Set(decided.map(({ state }) => state))).toEqual(new Set(['Executed']));
    expect(decided.reduce((sum, { nodeCount: removed }) => sum + removed, 0)).toBe(2);
  });

  it('remove several underutilized nodes at once, whose pods all run afterwards (106)', async () => {
    const simulation = await openFull('approve');
    await endHalfOfThePods(simulation);
    // All of them are consolidatable by then.
    simulation.clock.advance(60_000);
    await simulation.until(async () => (await inState(simulation, 'AwaitingApproval')).length > 0);
    const [waiting] = await inState(simulation, 'AwaitingApproval');
    expect(waiting).toMatchObject({
      kind: 'Consolidate',
      nodeCount: 2,
      podCount: 2,
      body: { command: { method: 'MultiNodeConsolidation', replacements: [] } },
    });
    invariant(waiting !== undefined, 'a decision awaits approval');
    await approve(simulation, waiting);
    await simulation.until(
      async () =>
        (await inState(simulation, 'Executed')).length === 1 &&
        simulation.cluster.pending.size === 0,
    );
    const pods = [...simulation.cluster.nodes.values()].flatMap((node) => node.pods);
    expect(pods).toHaveLength(nodeCount);
    expect(simulation.cloud.instances.size).toBe(nodeCount - 2);
    expect(simulation.cloud.launchCount).toBe(nodeCount);
  });

  it('replace several drifted nodes at once, as the budget allows', async () => {
    const simulation = await openFull('auto');
    await changePool(simulation, ({ driftHash }) => ({ driftHash: `${driftHash}-changed` }));
    let atOnce = 0;
    await simulation.until(async () => {
      atOnce = Math.max(atOnce, (await inState(simulation, 'Executing')).length);
      return (await inState(simulation, 'Executed')).length === nodeCount;
    });
    expect(await inState(simulation, 'Superseded')).toEqual([]);
    expect(atOnce).toBeGreaterThan(1);
    expect(simulation.cloud.launchCount).toBe(2 * nodeCount);
  });

  it('wait while a proposal uses the budget', async () => {
    const simulation = await openFull('approve');
    await changePool(simulation, ({ spec }) => ({
      spec: { ...spec, disruption: { ...spec.disruption, budgets: [{ nodes: '1' }] } },
    }));
    await endHalfOfThePods(simulation);
    await pass(simulation, 60);
    const waiting = await inState(simulation, 'AwaitingApproval');
    expect(waiting).toHaveLength(1);
    for (const decision of waiting) await approve(simulation, decision);
    await simulation.until(async () => (await inState(simulation, 'Executed')).length === 1);
    await simulation.until(
      async () => (await inState(simulation, 'AwaitingApproval')).length === 1,
    );
    expect(await inState(simulation, 'Superseded')).toEqual([]);
  });
});

describe('a rejected decision', () => {
  it('is not proposed again for the same nodes and reason while the rejection holds', async () => {
    const simulation = await openFull('approve');
    simulation.cluster.removePods();
    const waiting = () => inState(simulation, 'AwaitingApproval');
    // All of them are consolidatable by then, so that one command contains all.
    simulation.clock.advance(60_000);
    await simulation.until(async () => (await waiting()).length > 0);
    for (const { id, version } of await waiting()) {
      await rejectDecision({ ...simulation.ports, store: simulation.store }, ada, {
        decisionId: id,
        expectedVersion: version,
        comment: null,
        requestId: null,
      });
    }
    const [rejected] = await inState(simulation, 'Rejected');
    expect(rejected?.rejectedUntil).toBe((rejected?.decidedAt ?? 0) + 86_400_000);
    await pass(simulation, 120);
    expect(await waiting()).toEqual([]);
    await changePool(simulation, ({ driftHash }) => ({ driftHash: `${driftHash}-changed` }));
    await simulation.until(async () => (await waiting()).some(({ kind }) => kind === 'Drift'));
    simulation.clock.advance(86_400_000);
    await simulation.until(async () => (await waiting()).some(({ kind }) => kind === 'Empty'));
  });
});
