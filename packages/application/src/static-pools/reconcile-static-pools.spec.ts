import { aDecision } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { Decision, RemoveBody } from '../domain/decision/decision.js';
import { addNode, storedDecision, withoutView } from '../testing/disruption-setup.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { shortage } from './fill-static-pool.js';
import { reconcileStaticPools } from './reconcile-static-pools.js';

const keeping = (replicas: number) => ({ replicas, limits: {} });

/** Stores a decision to reduce a static NodePool. */
async function storeReduction(
  { store, clusterId }: ClusterSetup,
  nodePool: string,
  state: Decision['state'] = 'AwaitingApproval',
): Promise<void> {
  const body: RemoveBody = {
    type: 'Remove',
    reason: 'Overprovisioned',
    candidates: [],
    pods: [],
    interruption: null,
    deadline: null,
    staticPool: { nodePool, replicas: 1, held: 2 },
  };
  const decision = aDecision({ clusterId, id: 'dec_1', kind: 'Deprovision', state, body });
  await store.decisions.insert(decision, []);
}

describe('reconcileStaticPools', () => {
  it('launches missing nodes and leaves NodePools without replicas alone', async () => {
    const setup = await setUpCluster({}, keeping(2));
    const { clusterId, store } = setup;
    const [pool] = await store.definitions.nodePools(clusterId);
    if (pool === undefined) throw new RangeError('there is no NodePool');
    const { replicas: _, ...spec } = pool.spec;
    await store.definitions.insert(
      { ...pool, id: 'npl_web', name: 'web', spec },
      { revision: 1, spec, savedAt: 0, savedBy: 'ada', findings: [] },
    );
    await reconcileStaticPools(setup.ports, clusterId);
    expect(store.tables.nodeClaims.all().map(({ nodePool }) => nodePool)).toEqual([
      'default',
      'default',
    ]);
  });

  it('removes surplus nodes', async () => {
    const setup = await setUpCluster({}, keeping(1));
    await addNode(setup, 'a');
    await addNode(setup, 'b');
    await reconcileStaticPools(setup.ports, setup.clusterId);
    const states = setup.store.tables.nodeClaims.all().map(({ state }) => state);
    expect(states.toSorted()).toEqual(['Initialized', 'Terminating']);
  });

  it('changes nothing for a NodePool that has its replicas', async () => {
    const setup = await setUpCluster({}, keeping(1));
    await addNode(setup, 'a');
    await reconcileStaticPools(withoutView(setup), setup.clusterId);
    expect(setup.store.tables.decisions.all()).toEqual([]);
    expect(setup.takeJobs()).toEqual([]);
  });

  it.each([
    ['AwaitingApproval', 'Superseded'],
    ['Proposed', 'Superseded'],
    ['Approved', 'Superseded'],
    ['Executing', 'Executing'],
  ] as const)(
    'a decision in state %s about a NodePool that is gone is then %s',
    async (from, to) => {
      const setup = await setUpCluster();
      await storeReduction(setup, 'gone', from);
      await reconcileStaticPools(setup.ports, setup.clusterId);
      expect(await storedDecision(setup)).toMatchObject({ state: to });
      const events = await setup.store.decisions.events('dec_1');
      expect(events.map(({ data }) => data.detail)).toEqual(
        to === 'Superseded' ? ['NodePool gone was deleted or is no longer static'] : [],
      );
    },
  );

  it('supersedes decisions about a NodePool that is no longer static', async () => {
    const setup = await setUpCluster();
    await storeReduction(setup, 'default');
    await reconcileStaticPools(setup.ports, setup.clusterId);
    expect(await storedDecision(setup)).toMatchObject({ state: 'Superseded' });
  });

  it('leaves decisions that do not change a number of nodes', async () => {
    const setup = await setUpCluster();
    const { clusterId, store } = setup;
    await store.decisions.insert(aDecision({ clusterId, id: 'dec_1' }), []);
    await reconcileStaticPools(setup.ports, clusterId);
    expect(await storedDecision(setup)).toMatchObject({ state: 'AwaitingApproval', version: 1 });
  });

  it('clears findings of NodePools that are not static, and keeps others', async () => {
    const setup = await setUpCluster({}, keeping(1));
    const { clusterId, store } = setup;
    await addNode(setup, 'a');
    const finding = { message: 'short', at: 0 };
    await store.findings.record({ ...shortage(clusterId, 'gone'), ...finding });
    const stale = { code: 'CATALOG_STALE', object: 'Region/us-east-1' } as const;
    await store.findings.record({ clusterId, ...stale, ...finding });
    await reconcileStaticPools(setup.ports, clusterId);
    expect(store.tables.findings.all()).toMatchObject([stale]);
  });

  it('needs no cluster without static NodePools', async () => {
    const { ports } = await setUpCluster();
    await expect(reconcileStaticPools(ports, 'clu_gone')).resolves.toBeUndefined();
  });
});
