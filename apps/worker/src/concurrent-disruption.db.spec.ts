import {
  approveDecision,
  type Decision,
  type NodePoolDefinition,
  type Principal,
  rejectDecision,
} from '@kerf/application';
import { invariant } from '@kerf/core';
import { type Database, openFreshDatabase } from '@kerf/db';
import type { ClusterMode } from '@kerf/engine';
import { aPod, aRevisionOf } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { Corridor } from './testing/corridor.js';

const migrations = new URL('../../../prisma/migrations', import.meta.url).pathname;
const ada: Principal = { kind: 'User', id: 'usr_ada', name: 'ada', scope: 'write' };
const nodeCount = 4;
let database: Database;

/** Minutes of a cluster are thousands of statements, and the machine may be busy. */
vi.setConfig({ testTimeout: 300_000 });

beforeAll(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
});
afterAll(() => database.close());

const pass = (corridor: Corridor, seconds: number): Promise<void> => {
  let left = seconds;
  return corridor.until(() => Promise.resolve(left-- <= 0));
};

/** Nodes of two CPUs with two pods each, so that no two nodes fit on one. */
async function openFull(mode: ClusterMode): Promise<Corridor> {
  const corridor = await Corridor.open(database, { mode });
  await changePool(corridor, ({ spec }) => ({
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
  corridor.cluster.respawns = true;
  for (let node = 0; node < nodeCount; node += 1) {
    const half = aPod().requesting({ milliCpu: 900, memoryMib: 64 });
    corridor.cluster.addPods(
      ['kept', 'ended'].map((name) => half.named(`${name}-${node}`).build()),
    );
    await corridor.until(() => Promise.resolve(corridor.cluster.pending.size === 0));
  }
  expect(corridor.cluster.nodes.size).toBe(nodeCount);
  return corridor;
}

async function changePool(
  corridor: Corridor,
  change: (pool: NodePoolDefinition) => Partial<NodePoolDefinition>,
): Promise<void> {
  const [pool] = await corridor.store.definitions.nodePools(corridor.clusterId);
  invariant(pool !== undefined, 'the cluster has a pool');
  const changed = { ...pool, ...change(pool), revision: pool.revision + 1 };
  await corridor.store.definitions.save(changed, aRevisionOf(changed));
}

async function endHalfOfThePods(corridor: Corridor): Promise<void> {
  corridor.cluster.respawns = false;
  for (let node = 0; node < nodeCount; node += 1) {
    const name = `ended-${node}`;
    await corridor.cluster.deletePod(null, { uid: name, namespace: 'default', name });
  }
  corridor.cluster.respawns = true;
}

const disruptions = async (corridor: Corridor): Promise<readonly Decision[]> =>
  (await corridor.decisions()).filter(({ kind }) => kind !== 'Provision');

const inState = async (corridor: Corridor, state: Decision['state']) =>
  (await disruptions(corridor)).filter((decision) => decision.state === state);

describe('commands that are planned while earlier ones wait', () => {
  it('do not rely on room that those need, nor on nodes that those remove', async () => {
    const corridor = await openFull('auto');
    await endHalfOfThePods(corridor);
    await corridor.until(async () => {
      const isQuiet = (await corridor.store.decisions.open(corridor.clusterId)).length === 0;
      return isQuiet && corridor.cluster.nodes.size === 2 && corridor.cluster.pending.size === 0;
    });
    expect((await disruptions(corridor)).map(({ state }) => state)).toEqual([
      'Executed',
      'Executed',
    ]);
  });

  it('replace several drifted nodes at once, as the budget allows', async () => {
    const corridor = await openFull('auto');
    await changePool(corridor, ({ driftHash }) => ({ driftHash: `${driftHash}-changed` }));
    let atOnce = 0;
    await corridor.until(async () => {
      atOnce = Math.max(atOnce, (await inState(corridor, 'Executing')).length);
      return (await inState(corridor, 'Executed')).length === nodeCount;
    });
    expect(await inState(corridor, 'Superseded')).toEqual([]);
    expect(atOnce).toBeGreaterThan(1);
    expect(corridor.cloud.purchases).toBe(2 * nodeCount);
  });

  it('wait for the budget that a proposal takes until it is decided', async () => {
    const corridor = await openFull('approve');
    await changePool(corridor, ({ spec }) => ({
      spec: { ...spec, disruption: { ...spec.disruption, budgets: [{ nodes: '1' }] } },
    }));
    await endHalfOfThePods(corridor);
    await pass(corridor, 60);
    const waiting = await inState(corridor, 'AwaitingApproval');
    expect(waiting).toHaveLength(1);
    await approveDecision({ ...corridor.ports, store: corridor.store }, ada, {
      decisionId: waiting[0]?.id ?? '',
      expectedVersion: waiting[0]?.version ?? 0,
      comment: null,
      requestId: null,
    });
    await corridor.until(async () => (await inState(corridor, 'Executed')).length === 1);
    await corridor.until(async () => (await inState(corridor, 'AwaitingApproval')).length === 1);
    expect(await inState(corridor, 'Superseded')).toEqual([]);
  });
});

describe('a rejected decision', () => {
  it('is not proposed again for its nodes and its reason while the rejection holds', async () => {
    const corridor = await openFull('approve');
    corridor.cluster.removePods();
    const waiting = () => inState(corridor, 'AwaitingApproval');
    // All of them may be consolidated by then, so that one command is about all.
    corridor.clock.advance(60_000);
    await corridor.until(async () => (await waiting()).length > 0);
    for (const { id, version } of await waiting()) {
      await rejectDecision({ ...corridor.ports, store: corridor.store }, ada, {
        decisionId: id,
        expectedVersion: version,
        comment: null,
        requestId: null,
      });
    }
    const [rejected] = await inState(corridor, 'Rejected');
    expect(rejected?.rejectedUntil).toBe((rejected?.decidedAt ?? 0) + 86_400_000);
    await pass(corridor, 120);
    expect(await waiting()).toEqual([]);
    await changePool(corridor, ({ driftHash }) => ({ driftHash: `${driftHash}-changed` }));
    await corridor.until(async () => (await waiting()).some(({ kind }) => kind === 'Drift'));
    corridor.clock.advance(86_400_000);
    await corridor.until(async () => (await waiting()).some(({ kind }) => kind === 'Empty'));
  });
});
