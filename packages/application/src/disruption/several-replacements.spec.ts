import { labelKeys } from '@kerf/core';
import { aPod, Dice } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { defaultClusterSettings } from '../domain/cluster/cluster.js';
import type { Decision } from '../domain/decision/decision.js';
import { ModelWorker } from '../testing/disruption-model/model-worker.js';
import { passSecond } from '../testing/disruption-model/pass-second.js';
import { addNode } from '../testing/disruption-setup.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';

/**
 * Two nodes at $0.384 that take no further pods. Their six pods fit on a new one of this type and one
 * of half its size.
 */
async function setUpTwoNodes(): Promise<ClusterSetup> {
  const setup = await setUpCluster(
    { settings: { ...defaultClusterSettings, maxReplacements: 2 } },
    {
      disruption: {
        consolidationPolicy: 'WhenEmptyOrUnderutilized',
        consolidateAfter: '0s',
        budgets: [{ nodes: '100%' }],
      },
      template: {
        metadata: { labels: {}, annotations: {} },
        spec: {
          nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
          requirements: [{ key: labelKeys.capacityType, operator: 'In', values: ['on-demand'] }],
          taints: [],
          startupTaints: [],
          expireAfter: '720h',
        },
      },
    },
  );
  setup.cluster.respawns = true;
  for (const name of ['a', 'b']) {
    const pods = [1, 2, 3].map((index) =>
      aPod(`${name}-${index}`).requesting({ milliCpu: 1_850, memoryMib: 7_000 }).running(),
    );
    const { node } = await addNode(setup, name, { instanceType: 'm5.2xlarge', pods });
    setup.cluster.changeNode(node.name, { allocatable: { ...node.allocatable, pods: 3 } });
  }
  return setup;
}

/** Plans, and lets the kubelets, the scheduler, the cloud and the worker do their work. */
async function live(
  setup: ClusterSetup,
  seconds: number,
  eachSecond: () => unknown = () => null,
): Promise<readonly Decision[]> {
  const worker = new ModelWorker(setup, new Dice(1));
  await worker.plan();
  for (let second = 0; second < seconds; second += 1) {
    await passSecond(setup, worker);
    eachSecond();
  }
  return setup.store.tables.decisions.all();
}

const typesOf = ({ cluster }: ClusterSetup): readonly (string | undefined)[] =>
  [...cluster.nodes.values()].map(({ labels }) => labels[labelKeys.instanceType]).sort();

describe('a command that replaces two nodes by two cheaper ones', () => {
  it('launches both, and removes the nodes only when both are initialized', async () => {
    const setup = await setUpTwoNodes();
    const { cluster } = setup;
    let fewestReady = Infinity;
    const decisions = await live(setup, 90, () => {
      const ready = [...cluster.nodes.values()].filter(({ isReady }) => isReady);
      fewestReady = Math.min(fewestReady, ready.length);
    });
    expect(decisions).toMatchObject([
      {
        kind: 'Consolidate',
        state: 'Executed',
        nodeCount: 2,
        podCount: 6,
        costChangeMicroUsdPerHour: -192_000,
      },
    ]);
    expect(typesOf(setup)).toEqual(['m5.2xlarge', 'm5.xlarge']);
    expect(cluster.nodes.has('node-a') || cluster.nodes.has('node-b')).toBe(false);
    expect(fewestReady).toBe(2);
    expect(cluster.pending.size).toBe(0);
  });

  it('keeps both nodes and all pods where they are if one of the two cannot be launched', async () => {
    const setup = await setUpTwoNodes();
    const { cloud, cluster } = setup;
    for (const zone of ['us-east-1a', 'us-east-1b', 'us-east-1c']) {
      cloud.exhausted.add(`m5.xlarge/${zone}/on-demand`);
    }
    const [decision] = await live(setup, 40);
    expect(decision).toMatchObject({ kind: 'Consolidate', state: 'Failed' });
    expect(cluster.nodes.get('node-a')).toMatchObject({ taints: [], pods: { length: 3 } });
    expect(cluster.nodes.get('node-b')).toMatchObject({ taints: [], pods: { length: 3 } });
  });
});
