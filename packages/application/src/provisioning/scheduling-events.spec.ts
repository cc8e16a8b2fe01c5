import { type SchedulingResult, solve } from '@kerf/engine';
import { aDecision, aPlannedClaim, aPod } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../domain/decision/decision.js';
import { loadSnapshot } from '../snapshot/load-snapshot.js';
import { addNode } from '../testing/disruption-setup.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { recordScheduling } from './scheduling-events.js';

const nothing: SchedulingResult = {
  engineVersion: '1',
  existingNodes: [],
  newNodeClaims: [],
  unschedulable: [],
  totalPriceMicroUsdPerHour: 0,
  cost: null,
};

/** Returns `reason name: message` of the Events of this result. */
async function eventsOf(
  setup: ClusterSetup,
  result: Partial<SchedulingResult>,
  decision: Decision | null = null,
): Promise<readonly string[]> {
  setup.cluster.addPods(aPod('web').times(2));
  const loaded = await loadSnapshot(setup.ports, setup.clusterId);
  await recordScheduling(setup.ports, loaded, { result: { ...nothing, ...result }, decision });
  return setup.events.recorded.map(
    ({ reason, about, message }) => `${reason} ${about.namespace}/${about.name}: ${message}`,
  );
}

/** A decision with the NodeClaim of `claim-0001`. */
const provision = (clusterId: string, nodeClaimIds: readonly string[]): Decision => ({
  ...aDecision({ clusterId, id: 'dec_1', kind: 'Provision' }),
  nodeClaimIds,
  body: {
    type: 'Provision',
    batchId: null,
    result: nothing,
    optionCounts: {},
    pods: {},
    claims: { 'claim-0001': 'ncl_new', 'claim-0002': 'ncl_gone' },
  },
});

const planned = [
  aPlannedClaim({ id: 'claim-0001', podUids: ['web-1'] }),
  aPlannedClaim({ id: 'claim-0002', podUids: ['web-2'] }),
];

describe('recordScheduling', () => {
  it('reports a NodePool whose requirements no instance type matches, once', async () => {
    const refusal = {
      nodePool: 'default',
      reason: { code: 'NO_MATCHING_INSTANCE_TYPE', allowed: null },
      nearest: null,
      fix: null,
    } as const;
    const unschedulable = [1, 2].map((index) => ({
      podUid: `web-${index}`,
      reasons: [],
      byNodePool: [refusal],
      queuePosition: index,
      evaluatedAt: 1,
    }));
    const events = await eventsOf(await setUpCluster(), { unschedulable });
    expect(events.filter((text) => text.startsWith('NoCompatibleInstanceTypes'))).toEqual([
      'NoCompatibleInstanceTypes undefined/default: NodePool requirements filtered out all compatible available instance types',
    ]);
  });

  it('nominates pods to nodes, and to NodeClaims that have no node yet', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'a');
    const existingNodes = [
      { nodeName: 'node-a', podUids: ['web-1'] },
      { nodeName: 'default-starting', podUids: ['web-2'] },
    ];
    expect(await eventsOf(setup, { existingNodes })).toEqual([
      'Nominated default/web-1: Pod should schedule on node/node-a',
      'Nominated default/web-2: Pod should schedule on nodeclaim/default-starting',
    ]);
  });

  it('nominates pods to the NodeClaims that were recorded for them', async () => {
    const setup = await setUpCluster();
    const { claim } = await addNode(setup, 'new');
    const decision = provision(setup.clusterId, [claim.id, 'ncl_gone']);
    expect(await eventsOf(setup, { newNodeClaims: planned }, decision)).toEqual([
      'Nominated default/web-1: Pod should schedule on nodeclaim/default-new',
    ]);
  });

  it.each([
    ['without a decision', () => null],
    ['with a decision that has no NodeClaims', (id: string) => provision(id, [])],
    ['with another kind of decision', (clusterId: string) => aDecision({ clusterId, id: 'dec_2' })],
  ])('nominates no pod to planned nodes %s', async (_, decisionOf) => {
    const setup = await setUpCluster();
    await addNode(setup, 'new');
    const decision = decisionOf(setup.clusterId);
    expect(await eventsOf(setup, { newNodeClaims: planned }, decision)).toEqual([]);
  });

  it('says why a pod is unschedulable', async () => {
    const setup = await setUpCluster();
    const why = { reasons: [{ code: 'NO_NODE_POOL' as const }], byNodePool: [] };
    const refused = { podUid: 'web-1', queuePosition: 1, evaluatedAt: 0, ...why };
    const [event, ...others] = await eventsOf(setup, { unschedulable: [refused] });
    expect(event).toMatch(/^FailedScheduling default\/web-1: Failed to schedule pod, ./);
    expect(others).toEqual([]);
  });

  it('says nothing before a new EC2NodeClass has been looked up for the first time', async () => {
    const setup = await setUpCluster();
    const isNew = { resolution: null, createdAt: setup.clock.now() - 1_000 };
    setup.store.tables.definitions.updateWhere(
      () => true,
      (row) => (row.kind === 'EC2NodeClass' ? { ...row, ...isNew } : row),
    );
    setup.cluster.addPods(aPod('web').times(1));
    const loaded = await loadSnapshot(setup.ports, setup.clusterId);
    const result = solve(loaded.snapshot);
    expect(result.unschedulable).toHaveLength(1);
    await recordScheduling(setup.ports, loaded, { result, decision: null });
    expect(setup.events.recorded).toEqual([]);
    setup.clock.advance(60_000);
    const later = await loadSnapshot(setup.ports, setup.clusterId);
    await recordScheduling(setup.ports, later, {
      result: solve(later.snapshot),
      decision: null,
    });
    expect(setup.events.recorded).toMatchObject([
      { message: expect.stringContaining('is not resolved yet') },
    ]);
  });

  it('has no Event for pods that are not in the snapshot', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'a');
    const podUids = ['gone', 'capacity-buffer/shop/spare/0'];
    expect(await eventsOf(setup, { existingNodes: [{ nodeName: 'node-a', podUids }] })).toEqual([]);
  });

  it('records nothing in mode observe', async () => {
    const setup = await setUpCluster({ mode: 'observe' });
    await addNode(setup, 'a');
    const existingNodes = [{ nodeName: 'node-a', podUids: ['web-1'] }];
    expect(await eventsOf(setup, { existingNodes })).toEqual([]);
  });
});
