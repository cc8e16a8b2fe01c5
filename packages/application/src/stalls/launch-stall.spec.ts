import { aPod } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { CachedNode } from '../ports/cluster-cache.js';
import { addInstance, joinNode, storeNodeClaim } from '../testing/running-nodes.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { recordStalls } from './record-stalls.js';
import { stalledAfterMs } from './stall.js';

const minute = 60_000;

async function setUpLaunch(
  fields: Partial<NodeClaim> & Pick<NodeClaim, 'state'>,
  node?: Partial<CachedNode>,
) {
  const setup = await setUpCluster();
  const since = setup.clock.now() - stalledAfterMs;
  const claim = await storeNodeClaim(setup, {
    launchedAt: since,
    registeredAt: fields.state === 'Launched' ? null : since,
    ...fields,
  });
  addInstance(setup, claim);
  if (node !== undefined) joinNode(setup, claim, node);
  return setup;
}

async function findings({ ports, clusterId, store }: ClusterSetup) {
  await recordStalls(ports, clusterId);
  return store.tables.findings.all();
}

const requestsOf = (requests: Readonly<Record<string, number>>) => ({
  plan: { ...storedPlan, requests },
});
const storedPlan = (await storeNodeClaim(await setUpCluster())).plan;

const cilium = { key: 'cilium', value: '', effect: 'NoSchedule' } as const;

describe('a stalled launch', () => {
  it('names an instance that does not join, with its cost, and when it is terminated', async () => {
    const setup = await setUpLaunch({ state: 'Launched' });
    expect(await findings(setup)).toMatchObject([
      {
        code: 'LAUNCH_STALLED',
        object: 'NodeClaim/default-ncl_1',
        message:
          'The launch of the node has made no progress for 10m: instance i-ncl_1 runs, but has not joined the cluster as a node. Kerf terminates the instance if that lasts for another 5m. It costs $0.0400 per hour.',
        remedy: expect.stringMatching(
          /^See the system log of instance i-ncl_1\. Check the user data/,
        ),
      },
    ]);
  });

  it.each<{
    readonly node: Partial<CachedNode>;
    readonly claim?: Partial<NodeClaim>;
    readonly cause: string;
    readonly remedy: string;
  }>([
    {
      node: { isReady: false },
      cause: 'is not Ready',
      remedy: "and the logs of its kubelet and of the CNI plugin's pod.",
    },
    {
      node: { isReady: true, taints: [cilium] },
      claim: { plan: { ...storedPlan, startupTaints: [cilium] } },
      cause: 'has the taint cilium, which pods of the cluster should remove',
      remedy: 'or remove it from the startupTaints of the NodePool.',
    },
    {
      node: { isReady: true, taints: [] },
      claim: requestsOf({ cpu: 1_000, 'nvidia.com/gpu': 1 }),
      cause: 'has no nvidia.com/gpu, which its pods request',
      remedy: 'that offers nvidia.com/gpu.',
    },
  ])('names a node that $cause', async ({ node, claim, cause, remedy }) => {
    const setup = await setUpLaunch({ state: 'Registered', ...claim }, node);
    const [found, ...others] = await findings(setup);
    expect(others).toEqual([]);
    expect(found?.message).toContain(cause);
    expect(found?.message).not.toContain('terminates');
    expect(found?.remedy).toContain(remedy);
  });

  it('names everything that a node lacks', async () => {
    const setup = await setUpLaunch(
      { state: 'Registered', ...requestsOf({ 'nvidia.com/gpu': 1 }) },
      { isReady: false },
    );
    expect((await findings(setup))[0]?.message).toMatch(/is not Ready, and node .* has no nvidia/);
  });

  it('is one whose node has joined, but is not registered', async () => {
    const setup = await setUpLaunch({ state: 'Launched' }, {});
    expect((await findings(setup))[0]?.message).toContain(
      'has joined, but its labels and taints are not set',
    );
  });

  it('is reported from ten minutes on, and cleared when it goes on', async () => {
    const setup = await setUpLaunch({ state: 'Registered' }, { isReady: false });
    const claim = await setup.store.nodeClaims.find('ncl_1');
    if (claim === null) throw new RangeError('no NodeClaim');
    await setup.store.nodeClaims.save({ ...claim, registeredAt: setup.clock.now() });
    setup.clock.advance(stalledAfterMs - 1);
    expect(await findings(setup)).toEqual([]);
    setup.clock.advance(1);
    expect(await findings(setup)).toHaveLength(1);
    const [node] = setup.cluster.view().nodes;
    if (node === undefined) throw new RangeError('no node');
    setup.cluster.nodes.set(node.name, {
      ...node,
      isReady: true,
      taints: [],
      pods: [aPod('web').running()],
    });
    expect(await findings(setup)).toEqual([]);
  });

  it.each<[string, Partial<NodeClaim> & Pick<NodeClaim, 'state'>]>([
    ['that EC2 has not answered, which times out', { state: 'Launching', instance: null }],
    ['whose node was deleted', { state: 'Registered' }],
    ['that is done', { state: 'Initialized' }],
  ])('is none %s', async (_what, fields) => {
    const { instance } = fields;
    const setup = await setUpCluster();
    setup.clock.advance(60 * minute);
    await storeNodeClaim(setup, {
      ...fields,
      ...(instance === undefined ? {} : { launchedAt: null }),
      registeredAt: fields.state === 'Launching' ? null : 0,
    });
    expect(await findings(setup)).toEqual([]);
  });
});
