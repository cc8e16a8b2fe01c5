import { AppError, taintKeys } from '@kerf/core';
import type { BoundPod } from '@kerf/engine';
import { aPod, aPodDisruptionBudget, podsWith, recordedAt } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { NodeClaim, NodeClaimTermination } from '../domain/node-claim/node-claim.js';
import type { CachedNode } from '../ports/cluster-cache.js';
import { runNode } from '../testing/running-nodes.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { recordStalls } from './record-stalls.js';
import { stalledAfterMs } from './stall.js';

const minute = 60_000;
const blocked = { since: 0, left: 1 };

interface Options {
  readonly node?: Partial<CachedNode>;
  readonly claim?: Partial<NodeClaim>;
  /** How long there has been no progress. */
  readonly forMs?: number;
}

/** Sets up a termination that reached a step ten minutes ago and has been blocked since. */
async function setUpStall(
  termination: Partial<NodeClaimTermination>,
  { node = {}, claim = {}, forMs = stalledAfterMs }: Options = {},
) {
  const setup = await setUpCluster();
  const since = setup.clock.now() - forMs;
  const { blocked: block, ...fields } = termination;
  await runNode(
    setup,
    {
      state: 'Terminating',
      termination: {
        step: 'Cordoned',
        reason: 'Drifted',
        startedAt: since,
        deadline: null,
        waitingFor: null,
        stepAt: since,
        ...(block && { blocked: { ...block, since } }),
        ...fields,
      },
      ...claim,
    },
    node,
  );
  return setup;
}

async function findings(setup: ClusterSetup) {
  await recordStalls(setup.ports, setup.clusterId);
  return setup.store.tables.findings.all();
}

const draining = (pods: readonly BoundPod[], forMs = stalledAfterMs) =>
  setUpStall({ blocked }, { node: { pods }, forMs });

describe('a stalled termination', () => {
  const web = aPod('web-1').inNamespace('shop').running();
  const budget = (name: string) => ({
    ...aPodDisruptionBudget(name, podsWith({ app: 'web' })),
    namespace: 'shop',
  });

  it('names the PodDisruptionBudget that blocks a drain, with costs and remedy', async () => {
    const setup = await draining([web, aPod('web-2').inNamespace('shop').running()]);
    setup.cluster.podDisruptionBudgets = [budget('web')];
    expect(await findings(setup)).toMatchObject([
      {
        code: 'TERMINATION_STALLED',
        object: 'NodeClaim/default-ncl_1',
        message:
          'The termination of the node has made no progress for 10m: PodDisruptionBudget shop/web allows no eviction of pod shop/web-1 (2 pods are left). It costs $0.0400 per hour.',
        remedy:
          'Change PodDisruptionBudget shop/web or the number of ready pods so that it allows a disruption, or delete pod shop/web-1.',
        lastSeenAt: setup.clock.now(),
      },
    ]);
  });

  it('waits for ten minutes', async () => {
    expect(await findings(await draining([web], stalledAfterMs - 1))).toEqual([]);
  });

  it('clears the finding when the termination goes on', async () => {
    const setup = await draining([web]);
    expect(await findings(setup)).toHaveLength(1);
    const claim = await setup.store.nodeClaims.find('ncl_1');
    if (claim === null || claim.termination === null) throw new RangeError('no termination');
    const termination = { ...claim.termination, blocked: null };
    await setup.store.nodeClaims.save({ ...claim, termination });
    expect(await findings(setup)).toEqual([]);
  });

  it('changes nothing while the state of the cluster is unknown', async () => {
    const setup = await draining([web]);
    expect(await findings(setup)).toHaveLength(1);
    setup.cluster.nodes.clear();
    setup.cluster.view = () => {
      throw new AppError({ code: 'CLUSTER.NOT_SYNCED', message: 'the first list is running' });
    };
    expect(await findings(setup)).toHaveLength(1);
  });

  it.each([
    [
      'do-not-disrupt',
      { doNotDisrupt: 'true' },
      'pod shop/web-1 has the annotation karpenter.sh/do-not-disrupt.',
      'Delete pod shop/web-1, or remove the annotation from it.',
    ],
    [
      'do-not-disrupt for a time',
      { doNotDisrupt: '24h', startedAt: Date.UTC(2026, 10, 21) },
      'pod shop/web-1 has the annotation karpenter.sh/do-not-disrupt for another 10h.',
      'Delete pod shop/web-1, or remove the annotation from it.',
    ],
  ])('names a pod with %s', async (_what, fields, cause, remedy) => {
    const setup = await draining([aPod('web-1').inNamespace('shop').running(fields)]);
    expect(await findings(setup)).toMatchObject([
      { message: expect.stringContaining(`: ${cause} It costs`), remedy },
    ]);
  });

  it('names several PodDisruptionBudgets of one pod', async () => {
    const setup = await draining([web]);
    setup.cluster.podDisruptionBudgets = [budget('web'), budget('all')];
    expect(await findings(setup)).toMatchObject([
      {
        message: expect.stringContaining(
          'pod shop/web-1 has several PodDisruptionBudgets (shop/all, shop/web), so the Eviction API refuses it.',
        ),
        remedy: 'Leave one PodDisruptionBudget that selects pod shop/web-1.',
      },
    ]);
  });

  it('has the message of the API server when no PodDisruptionBudget is known', async () => {
    const waitingFor = 'shop/web-1: a webhook denied the request';
    const setup = await setUpStall({ blocked, waitingFor }, { node: { pods: [web] } });
    expect(await findings(setup)).toMatchObject([
      {
        message: expect.stringContaining(`: ${waitingFor}. It costs`),
        remedy: 'Delete the pods of the node, or fix what blocks their eviction.',
      },
    ]);
  });

  it('names the first of the pods of the tier that blocks, not a later one', async () => {
    const daemon = aPod('daemon').running({ ownerKind: 'DaemonSet', doNotDisrupt: 'true' });
    const tolerating = aPod('agent')
      .tolerating({ key: taintKeys.disrupted })
      .running({ doNotDisrupt: 'true' });
    const setup = await draining([tolerating, daemon, web]);
    setup.cluster.podDisruptionBudgets = [budget('web')];
    const [finding] = await findings(setup);
    expect(finding?.message).toContain('PodDisruptionBudget shop/web allows no eviction');
    expect(finding?.message).not.toContain('do-not-disrupt');
  });

  it('names when the terminationGracePeriod ends the wait, and an unknown price', async () => {
    const setup = await setUpStall(
      { blocked, deadline: recordedAt + 90 * minute },
      {
        node: { pods: [web] },
      },
    );
    const claim = await setup.store.nodeClaims.find('ncl_1');
    if (claim === null || claim.instance === null) throw new RangeError('no instance');
    const instance = { ...claim.instance, priceMicroUsdPerHour: null };
    await setup.store.nodeClaims.save({ ...claim, instance });
    expect((await findings(setup))[0]?.message).toMatch(
      / Its terminationGracePeriod ends in 1h30m\. The price of the node is unknown.$/,
    );
  });

  it.each([
    ['ten minutes', 10 * minute, 1],
    ['less', 10 * minute - 1, 0],
  ])('names a pod that has been terminating for %s', async (_what, ms, count) => {
    const setup = await setUpCluster();
    const gracePeriodMs = 60 * minute;
    const terminatesAt = setup.clock.now() - ms + gracePeriodMs;
    const pods = [aPod('web').running({ isTerminating: true, terminatesAt, gracePeriodMs })];
    const stalled = await setUpStall({}, { node: { pods } });
    const found = await findings(stalled);
    expect(found).toHaveLength(count);
    if (count === 0) return;
    expect(found).toMatchObject([
      {
        message: expect.stringContaining(
          'pod default/web is terminating, with a grace period of 1h.',
        ),
        remedy: 'If pod default/web needs no more time, delete it with a shorter grace period.',
      },
    ]);
  });

  it('names volumes that stay attached', async () => {
    const volumeAttachments = [
      { volume: 'pv-1', claim: 'shop/data' },
      { volume: 'pv-2', claim: null },
    ];
    const setup = await setUpStall({ step: 'Drained', blocked }, { node: { volumeAttachments } });
    expect(await findings(setup)).toMatchObject([
      {
        message: expect.stringContaining('these PersistentVolumes are still attached: pv-1, pv-2.'),
        remedy:
          'See the events of the VolumeAttachments of the node and the logs of the controller of their CSI driver.',
      },
    ]);
  });

  it('names an instance that does not terminate', async () => {
    const setup = await setUpStall({ step: 'InstanceTerminating' });
    expect(await findings(setup)).toMatchObject([
      {
        message: expect.stringContaining('EC2 has not terminated instance i-ncl_1.'),
        remedy:
          'See the state of instance i-ncl_1 in EC2. If it stays in shutting-down, ask AWS Support.',
      },
    ]);
  });

  it.each([
    ['whose pods are being evicted', {}, { pods: [web] }],
    ['without pods', { blocked }, {}],
    ['whose volumes are being detached', { step: 'Drained' }, {}],
    ['that fails in another step', { step: 'VolumesDetached' }, {}],
  ] as const)('reports no termination %s', async (_which, termination, node) => {
    expect(await findings(await setUpStall(termination, { node }))).toEqual([]);
  });
});
