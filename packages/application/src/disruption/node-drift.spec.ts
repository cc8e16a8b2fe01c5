import { aNodeClaimRecord, aRevisionOf } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { resolveNodeClasses } from '../definitions/resolve-node-class.js';
import type { NodePoolDefinition } from '../domain/definition/definition.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import { Sweep } from '../domain/operation/sweep.js';
import { loadSnapshot } from '../snapshot/load-snapshot.js';
import { addNode, candidateOf, type ManagedNode } from '../testing/disruption-setup.js';
import { refusing } from '../testing/refusing.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { describeDrift } from './node-drift.js';

const describeNodes = async (
  setup: ClusterSetup,
  nodes: readonly ManagedNode[],
  reason: 'Drifted' | 'Empty' = 'Drifted',
) =>
  describeDrift(
    setup.ports,
    { loaded: await loadSnapshot(setup.ports, setup.clusterId), sweep: new Sweep() },
    { reason, candidates: nodes.map(candidateOf) },
  );

/** Returns the hash that a node has that is launched for the NodePool now. */
async function currentHash({ store, ports, clusterId }: ClusterSetup): Promise<string> {
  const [pool] = await store.definitions.nodePools(clusterId);
  if (pool === undefined) throw new RangeError('there is no NodePool');
  return ports.manifests.driftHashOf({ kind: 'NodePool', spec: pool.spec });
}

/** Saves the NodePool with another label for its nodes, as its next revision. */
async function relabel({ store, ports, clusterId, clock }: ClusterSetup, team: string) {
  const [pool] = await store.definitions.nodePools(clusterId);
  if (pool === undefined) throw new RangeError('there is no NodePool');
  const template = { ...pool.spec.template, metadata: { labels: { team }, annotations: {} } };
  const spec = { ...pool.spec, template };
  const changed: NodePoolDefinition = {
    ...pool,
    spec,
    revision: pool.revision + 1,
    driftHash: ports.manifests.driftHashOf({ kind: 'NodePool', spec }),
  };
  await store.definitions.save(changed, aRevisionOf(changed, { savedAt: clock.now() }));
}

describe('describeDrift', () => {
  it('is empty for a command with another reason', async () => {
    const setup = await setUpCluster();
    const node = await addNode(setup, 'a', { claim: { nodePoolHash: 'a-old' } });
    expect(await describeNodes(setup, [node], 'Empty')).toEqual([]);
    expect(await describeNodes(setup, [node])).toHaveLength(1);
  });

  it('names the fields of the NodePool that have changed since the launch, and when', async () => {
    const setup = await setUpCluster();
    const node = await addNode(setup, 'a', { claim: { nodePoolHash: await currentHash(setup) } });
    setup.clock.advance(1_000);
    const since = setup.clock.now();
    await relabel(setup, 'web');
    setup.clock.advance(1_000);
    await relabel(setup, 'shop');
    expect(await describeNodes(setup, [node])).toEqual([
      {
        nodeName: 'node-a',
        reason: 'NodePoolDrifted',
        definition: 'NodePool/default',
        since,
        fields: [{ path: 'spec.template.metadata.labels.team', before: null, after: 'shop' }],
      },
    ]);
  });

  it('knows no change, and reports the NodePool, when its revisions cannot be read', async () => {
    const setup = await setUpCluster();
    const node = await addNode(setup, 'a', { claim: { nodePoolHash: 'a-old' } });
    const sweep = new Sweep();
    const described = await describeDrift(
      refusing(setup.ports, { of: 'definitions.revisions', about: 'default' }),
      { loaded: await loadSnapshot(setup.ports, setup.clusterId), sweep },
      { reason: 'Drifted', candidates: [candidateOf(node)] },
    );
    expect(described).toMatchObject([{ nodeName: 'node-a', since: null, fields: [] }]);
    expect(sweep.failures.map(({ object }) => object)).toEqual([
      { kind: 'NodePool', id: 'default', name: 'default' },
    ]);
  });

  it('compares with the revision that the node was launched from', async () => {
    const setup = await setUpCluster();
    await relabel(setup, 'web');
    const node = await addNode(setup, 'a', { claim: { nodePoolHash: await currentHash(setup) } });
    setup.clock.advance(1_000);
    await relabel(setup, 'shop');
    expect(await describeNodes(setup, [node])).toMatchObject([
      {
        since: setup.clock.now(),
        fields: [{ path: 'spec.template.metadata.labels.team', before: 'web', after: 'shop' }],
      },
    ]);
  });

  it('names the NodePool without fields when no stored revision has the hash', async () => {
    const setup = await setUpCluster();
    const node = await addNode(setup, 'a', { claim: { nodePoolHash: 'a-unknown' } });
    expect(await describeNodes(setup, [node])).toMatchObject([
      { definition: 'NodePool/default', since: null, fields: [] },
    ]);
  });

  it('knows no change when the newest revision has the hash', async () => {
    const setup = await setUpCluster();
    const nodePoolHash = await currentHash(setup);
    const driftHash = nodePoolHash.replace(/.$/, 'x');
    setup.store.tables.definitions.updateWhere(
      ({ kind }) => kind === 'NodePool',
      (row) => ({ ...row, driftHash }),
    );
    const node = await addNode(setup, 'a', { claim: { nodePoolHash } });
    expect(await describeNodes(setup, [node])).toMatchObject([{ since: null, fields: [] }]);
  });

  it('names the EC2NodeClass when that has changed', async () => {
    const setup = await setUpCluster();
    const node = await addNode(setup, 'a', { claim: { nodeClassHash: 'b-old' } });
    expect(await describeNodes(setup, [node])).toMatchObject([
      { reason: 'NodeClassDrift', definition: 'EC2NodeClass/default', since: null },
    ]);
  });

  it('leaves out nodes without drift and NodeClaims that are gone', async () => {
    const setup = await setUpCluster();
    const same = await addNode(setup, 'same');
    const drifted = await addNode(setup, 'a', { claim: { nodePoolHash: 'a-old' } });
    const other = aNodeClaimRecord({ clusterId: setup.clusterId, id: 'ncl_gone' });
    const gone: ManagedNode = { ...drifted, claim: other };
    expect(await describeNodes(setup, [same, gone])).toEqual([]);
  });
});

describe('describeDrift, definitions that are not there', () => {
  /** Describes a node with this drift, whatever the definitions are. */
  async function describeAs(reason: string, change: 'no NodePool' | 'no EC2NodeClass' | 'none') {
    const setup = await setUpCluster();
    const managed = await addNode(setup, 'a', { claim: { nodePoolHash: 'a-old' } });
    const loaded = await loadSnapshot(setup.ports, setup.clusterId);
    const drift = { reason, definitionHash: 'ami-2', since: 1 };
    const claims: readonly NodeClaim[] = loaded.claims;
    return describeDrift(
      setup.ports,
      {
        loaded: {
          drifts: new Map([[managed.claim.id, drift]]),
          claims,
          nodePools: change === 'no NodePool' ? [] : loaded.nodePools,
          nodeClasses: change === 'no EC2NodeClass' ? [] : loaded.nodeClasses,
        },
        sweep: new Sweep(),
      },
      { reason: 'Drifted', candidates: [candidateOf(managed)] },
    );
  }

  it.each([
    ['NodePoolDrifted', 'no NodePool', null],
    ['NodePoolDrifted', 'no EC2NodeClass', 'NodePool/default'],
    ['NodeClassDrift', 'no EC2NodeClass', null],
    ['NodeClassDrift', 'none', 'EC2NodeClass/default'],
    ['InstanceTypeNotFound', 'none', null],
    ['AMIDrift', 'no EC2NodeClass', null],
  ] as const)('%s with %s has the definition %j', async (reason, change, definition) => {
    expect(await describeAs(reason, change)).toMatchObject([{ reason, definition, fields: [] }]);
  });
});

describe('113: describeDrift, what definitions require and resolve to', () => {
  it('names the AMI, and when the drift was found', async () => {
    const setup = await setUpCluster();
    const node = await addNode(setup, 'a');
    setup.cloud.selected = { ...setup.cloud.selected, imageId: 'ami-2' };
    await resolveNodeClasses(setup.ports, setup);
    expect(await describeNodes(setup, [node])).toEqual([
      {
        nodeName: 'node-a',
        reason: 'AMIDrift',
        definition: 'EC2NodeClass/default',
        since: setup.clock.now(),
        fields: [{ path: 'status.amis', before: 'ami-1', after: 'ami-2' }],
      },
    ]);
  });

  it.each([
    [
      'SecurityGroupDrift',
      { securityGroupIds: ['sg-2', 'sg-3'] },
      { path: 'status.securityGroups', before: 'sg-1', after: 'sg-2, sg-3' },
    ],
    [
      'SubnetDrift',
      { subnetIds: ['subnet-8', 'subnet-9'] },
      { path: 'status.subnets', before: 'subnet-1', after: 'subnet-8, subnet-9' },
    ],
  ])('names what differs: %s', async (reason, selected, field) => {
    const setup = await setUpCluster();
    const node = await addNode(setup, 'a');
    setup.cloud.selected = { ...setup.cloud.selected, ...selected };
    await resolveNodeClasses(setup.ports, setup);
    expect(await describeNodes(setup, [node])).toMatchObject([{ reason, fields: [field] }]);
  });

  it('names the requirements that the node does not satisfy', async () => {
    const setup = await setUpCluster();
    const node = await addNode(setup, 'a');
    setup.store.tables.definitions.updateWhere(
      () => true,
      (row) => (row.kind === 'NodePool' ? requiring(row) : row),
    );
    expect(await describeNodes(setup, [node])).toMatchObject([
      {
        reason: 'RequirementsDrifted',
        definition: 'NodePool/default',
        fields: [
          {
            path: 'spec.template.spec.requirements',
            before: 'kubernetes.io/arch=amd64',
            after: 'kubernetes.io/arch In [arm64]',
          },
          { path: 'spec.template.spec.requirements', before: null, after: 'team Exists' },
        ],
      },
    ]);
  });
});

function requiring(pool: NodePoolDefinition): NodePoolDefinition {
  const { template } = pool.spec;
  const requirements = [
    { key: 'kubernetes.io/arch', operator: 'In', values: ['arm64'] },
    { key: 'team', operator: 'Exists' },
  ] as const;
  const spec = { ...template.spec, requirements };
  return { ...pool, spec: { ...pool.spec, template: { ...template, spec } } };
}
