import type { ApprovalVerdict } from '@kerf/engine';
import { aPod } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../domain/decision/decision.js';
import type { RemovedNodeSource } from '../recording/record-removal.js';
import { runNode, storeNodeClaim } from '../testing/running-nodes.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { recordDeprovision } from './record-deprovision.js';

const staticPool = { nodePool: 'default', replicas: 1, held: 2 };
const auto: ApprovalVerdict = { kind: 'Auto' };

async function record(
  { ports, store, clusterId }: ClusterSetup,
  leaving: readonly RemovedNodeSource[],
  verdict: ApprovalVerdict = auto,
): Promise<Decision | null> {
  const cluster = await store.clusters.find(clusterId);
  if (cluster === null) throw new RangeError('there is no cluster');
  await store.transaction((tx) =>
    recordDeprovision(ports, tx, { cluster, staticPool, leaving, verdict, approval: null }),
  );
  return store.tables.decisions.all()[0] ?? null;
}

const surplusNode = async (setup: ClusterSetup): Promise<RemovedNodeSource> => {
  const pod = aPod('web-1').running();
  return { ...(await runNode(setup, {}, { pods: [pod] })), displaced: [pod] };
};

describe('recordDeprovision', () => {
  it('starts the termination when no approval is required', async () => {
    const setup = await setUpCluster({}, { replicas: 1 });
    const { store, clock, clusterId } = setup;
    const at = clock.now();
    const decision = await record(setup, [await surplusNode(setup)]);
    expect(decision).toMatchObject({
      id: expect.stringMatching(/^dec_/),
      kind: 'Deprovision',
      state: 'Executing',
      decidedAt: at,
      decidedBy: 'kerf',
      executionStep: 'MarkedForDeletion',
      expiresAt: null,
      nodePools: ['default'],
      nodeClaimIds: ['ncl_1'],
      podCount: 1,
      costChangeMicroUsdPerHour: -40_000,
      body: {
        type: 'Remove',
        reason: 'Overprovisioned',
        staticPool,
        candidates: [{ nodeName: 'node-i-ncl_1' }],
        pods: [{ podUid: 'web-1' }],
        interruption: null,
        deadline: null,
      },
    });
    expect(decision?.snapshotDigest).toBe(setup.ports.digest.of(decision?.body));
    expect(await store.decisions.events(decision?.id ?? '')).toEqual([
      { at, kind: 'Proposed', actor: 'kerf', data: {} },
      {
        at,
        kind: 'ExecutionStarted',
        actor: 'kerf',
        data: { detail: 'no approval required', step: 'MarkedForDeletion' },
      },
    ]);
    expect(await store.nodeClaims.find('ncl_1')).toMatchObject({
      state: 'Terminating',
      termination: { reason: 'Overprovisioned' },
    });
    expect(store.tables.changes.all()).toContainEqual({
      topic: 'decision',
      clusterId,
      id: decision?.id,
      version: 1,
    });
  });

  it('waits for an approval, which expires', async () => {
    const setup = await setUpCluster({}, { replicas: 1 });
    const at = setup.clock.now();
    const verdict = { kind: 'NeedsApproval', approvals: 1 } as const;
    const decision = await record(setup, [await surplusNode(setup)], verdict);
    expect(decision).toMatchObject({
      state: 'AwaitingApproval',
      verdict,
      expiresAt: at + 86_400_000,
      decidedAt: null,
      executionStep: 'None',
    });
    expect(await setup.store.decisions.events(decision?.id ?? '')).toEqual([
      { at, kind: 'Proposed', actor: 'kerf', data: {} },
      { at, kind: 'ApprovalRequested', actor: 'kerf', data: {} },
    ]);
    expect(await setup.store.nodeClaims.find('ncl_1')).toMatchObject({ state: 'Initialized' });
    expect(setup.takeJobs()).toEqual([]);
  });

  it('only shows the decision when the cluster is observed', async () => {
    const setup = await setUpCluster({}, { replicas: 1 });
    const decision = await record(setup, [await surplusNode(setup)], { kind: 'ObserveOnly' });
    expect(decision).toMatchObject({
      state: 'Proposed',
      expiresAt: null,
      decidedAt: null,
      executionStep: 'None',
    });
    expect(
      (await setup.store.decisions.events(decision?.id ?? '')).map(({ kind }) => kind),
    ).toEqual(['Proposed']);
    expect(await setup.store.nodeClaims.find('ncl_1')).toMatchObject({ state: 'Initialized' });
    expect(setup.takeJobs()).toEqual([]);
  });

  it.each([
    [
      'nothing for a NodeClaim without an instance',
      { instance: null, state: 'Requested' },
      -40_000,
    ],
    ['an unknown price', { unpriced: true }, null],
  ] as const)('adds up the prices of the nodes: %s', async (_what, fields, change) => {
    const setup = await setUpCluster({}, { replicas: 1 });
    const first = await surplusNode(setup);
    const { instance } = first.claim;
    const unpriced = instance && {
      ...instance,
      providerId: 'aws:///b/i-2',
      priceMicroUsdPerHour: null,
    };
    const second = await storeNodeClaim(setup, {
      id: 'ncl_2',
      ...('unpriced' in fields ? { instance: unpriced } : fields),
    });
    const decision = await record(setup, [
      first,
      { claim: second, node: undefined, displaced: [] },
    ]);
    expect(decision?.costChangeMicroUsdPerHour).toBe(change);
  });

  it('records 0, not -0, for nodes that cost nothing', async () => {
    const setup = await setUpCluster({}, { replicas: 1 });
    const claim = await storeNodeClaim(setup, { instance: null, state: 'Requested' });
    const decision = await record(setup, [{ claim, node: undefined, displaced: [] }]);
    expect(decision?.costChangeMicroUsdPerHour).toBe(0);
  });

  it('records nothing when another writer has changed one of the NodeClaims', async () => {
    const setup = await setUpCluster({}, { replicas: 1 });
    const claim = await storeNodeClaim(setup);
    await setup.store.nodeClaims.save(claim);
    const recording = record(setup, [{ claim, node: undefined, displaced: [] }]);
    await expect(recording).rejects.toMatchObject({ code: 'STATE.CONFLICT' });
    expect(setup.store.tables.decisions.all()).toEqual([]);
  });
});
