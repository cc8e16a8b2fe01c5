import { describe, expect, it } from 'vitest';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import { addNode, requestedJobs, withoutView, withView } from '../testing/disruption-setup.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { reconcileStandaloneClaims } from './reconcile-standalone-claims.js';

const nodeClassRef = { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' };
const spec = {
  nodeClassRef,
  requirements: [],
  resources: { requests: { cpu: '1' } },
  expireAfter: '10m',
};
const object = { name: 'build-box', uid: 'u-1', spec };

const reconcile = ({ ports, clusterId }: ClusterSetup) =>
  reconcileStandaloneClaims(ports, clusterId);

const claimsOf = ({ store }: ClusterSetup) =>
  store.tables.nodeClaims.all().map(({ name, state }) => `${name} ${state}`);

/** Adds the NodeClaim of the object `build-box`, with a node. */
const addStandalone = (setup: ClusterSetup, claim: Partial<NodeClaim> = {}) =>
  addNode(setup, 'box', {
    claim: {
      name: 'build-box',
      nodePool: null,
      nodePoolHash: '',
      standalone: { objectUid: 'u-1', createdAt: 0 },
      ...claim,
    },
  });

describe('reconcileStandaloneClaims, objects', () => {
  it('launches a new object once', async () => {
    const setup = await setUpCluster();
    setup.cluster.applyStandaloneClaim(object);
    await reconcile(setup);
    await reconcile(setup);
    expect(claimsOf(setup)).toEqual(['build-box Requested']);
    expect(requestedJobs(setup, 'node-claim.launch')).toHaveLength(1);
  });

  it('launches nothing in mode observe, but ends a NodeClaim that its user deleted', async () => {
    const setup = await setUpCluster({ mode: 'observe' });
    setup.cluster.applyStandaloneClaim(object);
    await addStandalone(setup, { name: 'gone' });
    await reconcile(setup);
    expect(claimsOf(setup)).toEqual(['gone Terminating']);
  });

  it('launches and ends nothing while another controller acts in the cluster', async () => {
    const hold = {
      code: 'KARPENTER_RUNNING',
      object: 'Lease/kube-system/karpenter-leader-election',
      message: 'A Karpenter runs in the cluster.',
      since: 0,
    } as const;
    const setup = await setUpCluster({ mode: 'observe', hold });
    setup.cluster.applyStandaloneClaim(object);
    await addStandalone(setup, { name: 'gone' });
    await reconcile(setup);
    expect(claimsOf(setup)).toEqual(['gone Initialized']);
  });

  it('leaves objects of a running Karpenter, which have the termination finalizer', async () => {
    const setup = await setUpCluster();
    setup.cluster.applyStandaloneClaim({ ...object, hasTerminationFinalizer: true });
    await reconcile(setup);
    expect(claimsOf(setup)).toEqual([]);
  });

  it('leaves an object that is being deleted', async () => {
    const setup = await setUpCluster();
    setup.cluster.applyStandaloneClaim({ ...object, deletionRequestedAt: 1 });
    await reconcile(setup);
    expect(claimsOf(setup)).toEqual([]);
  });

  it.each([
    ['the same object', 'u-1', ['build-box LaunchFailed']],
    ['another object', 'u-2', ['build-box LaunchFailed', 'build-box Requested']],
  ])('after a failed launch of %s the records are %j', async (_, uid, claims) => {
    const setup = await setUpCluster();
    await addStandalone(setup, { state: 'LaunchFailed' });
    setup.cluster.applyStandaloneClaim({ ...object, uid });
    await reconcile(setup);
    expect(claimsOf(setup)).toEqual(claims);
  });

  it('launches others when one is refused, and retries the refused one', async () => {
    const setup = await setUpCluster();
    setup.cluster.applyStandaloneClaim({ ...object, spec: {} });
    setup.cluster.applyStandaloneClaim({ ...object, name: 'other', uid: 'u-2' });
    await reconcile(setup);
    expect(claimsOf(setup)).toEqual(['other Requested']);
    expect(setup.store.tables.findings.all()).toMatchObject([{ object: 'NodeClaim/build-box' }]);
    setup.cluster.applyStandaloneClaim(object);
    await reconcile(setup);
    expect(claimsOf(setup)).toEqual(['other Requested', 'build-box Requested']);
    expect(setup.store.tables.findings.all()).toEqual([]);
  });

  it('clears the finding of an object that is gone', async () => {
    const setup = await setUpCluster();
    setup.cluster.applyStandaloneClaim({ ...object, spec: {} });
    await reconcile(setup);
    setup.cluster.deleteStandaloneClaim('build-box');
    await reconcile(setup);
    expect(setup.store.tables.findings.all()).toEqual([]);
  });
});

describe('reconcileStandaloneClaims, NodeClaims', () => {
  it('keeps a NodeClaim whose object is there', async () => {
    const setup = await setUpCluster();
    await addStandalone(setup);
    setup.cluster.applyStandaloneClaim({ ...object, hasTerminationFinalizer: true });
    await reconcile(setup);
    expect(claimsOf(setup)).toEqual(['build-box Initialized']);
  });

  it.each<readonly [string, (setup: ClusterSetup) => void]>([
    ['is gone', () => undefined],
    [
      'is being deleted',
      ({ cluster }) => cluster.applyStandaloneClaim({ ...object, deletionRequestedAt: 1 }),
    ],
    [
      'was replaced by another of its name',
      ({ cluster }) => cluster.applyStandaloneClaim({ ...object, uid: 'u-2' }),
    ],
  ])('ends a NodeClaim whose object %s', async (_, change) => {
    const setup = await setUpCluster();
    await addStandalone(setup);
    change(setup);
    await reconcile(setup);
    expect(claimsOf(setup)).toEqual(['build-box Terminating']);
    expect(await setup.store.nodeClaims.find('ncl_box')).toMatchObject({
      termination: { reason: 'DeletedByUser' },
    });
    expect(requestedJobs(setup, 'node-claim.terminate')).toHaveLength(1);
  });

  it('keeps a NodeClaim whose object now belongs to a NodePool', async () => {
    const setup = await setUpCluster();
    const { claim } = await addStandalone(setup);
    setup.cluster.nodeClaims.set(claim.name, claim);
    await reconcile(setup);
    expect(claimsOf(setup)).toEqual(['build-box Initialized']);
  });

  it('leaves NodeClaims of NodePools', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'a');
    await reconcile(setup);
    expect(claimsOf(setup)).toEqual(['default-a Initialized']);
  });
});

describe('reconcileStandaloneClaims, an unknown cluster', () => {
  it('ends nothing in a cluster that does not serve NodeClaims', async () => {
    const setup = await setUpCluster();
    await addStandalone(setup);
    const ports = withView(setup, { standaloneNodeClaims: null });
    await reconcileStandaloneClaims(ports, setup.clusterId);
    expect(claimsOf(setup)).toEqual(['build-box Initialized']);
  });

  it('fails while the cluster cache is not synced, and ends nothing', async () => {
    const setup = await setUpCluster();
    await addStandalone(setup);
    await expect(
      reconcileStandaloneClaims(withoutView(setup), setup.clusterId),
    ).rejects.toMatchObject({ code: 'CLUSTER.NOT_SYNCED' });
    expect(claimsOf(setup)).toEqual(['build-box Initialized']);
  });

  it('fails until the cluster has an endpoint', async () => {
    const setup = await setUpCluster();
    setup.store.tables.clusters.updateWhere(
      () => true,
      (row) => ({ ...row, endpoint: null }),
    );
    await expect(reconcile(setup)).rejects.toMatchObject({ code: 'CLUSTER.UNREACHABLE' });
  });
});
