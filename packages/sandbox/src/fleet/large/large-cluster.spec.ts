import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { LargeCluster } from './large-cluster.js';

const manifests = [join(import.meta.dirname, '../../../../../deploy/crds')];
const bugs: unknown[] = [];
let cluster: LargeCluster | null = null;
afterEach(async () => {
  await cluster?.close();
  cluster = null;
  if (bugs.length > 0) throw new AggregateError(bugs.splice(0), 'the cluster had internal errors');
});

async function start(nodes: number, pods: number): Promise<LargeCluster> {
  cluster = await LargeCluster.start({
    nodes,
    pods,
    manifests,
    onBug: (error) => bugs.push(error),
  });
  return cluster;
}

describe('a large cluster', () => {
  it('has exactly as many pods as requested, daemons included', async () => {
    expect((await start(10, 200)).pods).toBe(200);
  });

  it('has as many pods after some were replaced', async () => {
    const { pods } = await start(10, 200);
    cluster?.replacePods(50);
    cluster?.renewNodes(3);
    expect(cluster?.pods).toBe(pods);
  });

  it('has pending pods until they are removed', async () => {
    const large = await start(2, 10);
    large.addPendingPods(5);
    expect(large.pods).toBe(15);
    large.removePendingPods();
    expect(large.pods).toBe(10);
  });
});
