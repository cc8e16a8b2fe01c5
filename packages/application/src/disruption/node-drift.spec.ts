import { aNodeClaimRecord, aRevisionOf } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { NodePoolDefinition } from '../domain/definition/definition.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import { loadSnapshot } from '../snapshot/load-snapshot.js';
import { addNode, candidateOf, type ManagedNode } from '../testing/disruption-setup.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { describeDrift } from './node-drift.js';

const describeNodes = async (
  setup: ClusterSetup,
  nodes: readonly ManagedNode[],
  reason: 'Drifted' | 'Empty' = 'Drifted',
) =>
  describeDrift(setup.ports, await loadSnapshot(setup.ports, setup.clusterId), {
    reason,
    candidates: nodes.map(candidateOf),
  });

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
    const nodes = loaded.snapshot.nodes.map((node) => ({
      ...node,
      nodeClaim: node.nodeClaim === null ? null : { ...node.nodeClaim, drifted: reason },
    }));
    const claims: readonly NodeClaim[] = loaded.claims;
    return describeDrift(
      setup.ports,
      {
        snapshot: { ...loaded.snapshot, nodes },
        claims,
        nodePools: change === 'no NodePool' ? [] : loaded.nodePools,
        nodeClasses: change === 'no EC2NodeClass' ? [] : loaded.nodeClasses,
      },
      { reason: 'Drifted', candidates: [candidateOf(managed)] },
    );
  }

  it.each([
    ['NodePoolDrifted', 'no NodePool', null],
    ['NodePoolDrifted', 'no EC2NodeClass', 'NodePool/default'],
    ['NodeClassDrift', 'no EC2NodeClass', null],
    ['NodeClassDrift', 'none', 'EC2NodeClass/default'],
    ['AMIDrift', 'none', null],
  ] as const)('%s with %s has the definition %j', async (reason, change, definition) => {
    expect(await describeAs(reason, change)).toMatchObject([{ reason, definition, fields: [] }]);
  });
});
