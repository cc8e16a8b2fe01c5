import { taintKeys } from '@kerf/core';
import type { ClusterMode } from '@kerf/engine';
import { describe, expect, it } from 'vitest';
import { addNode, storeDecision } from '../testing/disruption-setup.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { releaseStaleTaints } from './release-stale-taints.js';

const disrupted = { key: taintKeys.disrupted, value: '', effect: 'NoSchedule' } as const;
const other = { key: 'team', value: 'web', effect: 'NoSchedule' } as const;
const node = { taints: [other, disrupted] };

/** Returns the names of the nodes that still have the disruption taint. */
async function tainted(setup: ClusterSetup): Promise<readonly string[]> {
  await releaseStaleTaints(setup.ports, setup.clusterId);
  return [...setup.cluster.nodes.values()]
    .filter(({ taints }) => taints.some(({ key }) => key === taintKeys.disrupted))
    .map(({ name }) => name);
}

describe('releaseStaleTaints', () => {
  it('removes the disruption taint of a node that nothing disrupts, and no other taint', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'a', { node });
    expect(await tainted(setup)).toEqual([]);
    expect(setup.cluster.nodes.get('node-a')?.taints).toEqual([other]);
  });

  it.each<readonly [ClusterMode, readonly string[]]>([
    ['observe', ['node-a']],
    ['approve', []],
    ['auto', []],
  ])('in mode %s leaves the taint on %j', async (mode, names) => {
    const setup = await setUpCluster({ mode });
    await addNode(setup, 'a', { node });
    expect(await tainted(setup)).toEqual(names);
  });

  it.each([
    ['Approved', ['node-a']],
    ['Executing', ['node-a']],
    ['Proposed', []],
    ['AwaitingApproval', []],
  ] as const)('with a decision in state %s leaves the taint on %j', async (state, names) => {
    const setup = await setUpCluster();
    await storeDecision(setup, [await addNode(setup, 'a', { node })], { state });
    expect(await tainted(setup)).toEqual(names);
  });

  it.each([
    ['whose NodeClaim is terminating', { claim: { state: 'Terminating' as const }, node }],
    ['that is being deleted', { node: { ...node, deletionRequestedAt: 1 } }],
    ['that Kerf does not manage', { node: { ...node, providerId: 'aws:///x/i-foreign' } }],
    ['without a provider ID', { node: { ...node, providerId: null } }],
  ])('leaves the taint on a node %s', async (_, fields) => {
    const setup = await setUpCluster();
    await addNode(setup, 'a', fields);
    expect(await tainted(setup)).toEqual(['node-a']);
  });

  it('leaves a node without a provider ID alone while a NodeClaim has no instance', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'a', { node: { ...node, providerId: null } });
    await addNode(setup, 'b', { claim: { state: 'Requested', instance: null } });
    expect(await tainted(setup)).toEqual(['node-a']);
  });
});
