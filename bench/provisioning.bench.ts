// Time from the last of 1,000 pods becoming pending to the first CreateFleet call, in the whole product.
// The pods are created through the API server; the simulated EC2 records the time of the call. A pod is
// pending once the cluster's scheduler has marked it unschedulable.
import { setTimeout as sleep } from 'node:timers/promises';
import type { EC2Client } from '@aws-sdk/client-ec2';
import {
  AppsV1Api,
  CustomObjectsApi,
  type KubeConfig,
  type V1Pod,
  Watch,
} from '@kubernetes/client-node';
import { connect, instances, type World } from './connect.ts';
import { type Figure, percentile } from './figure.ts';
import { pausingPods, waitUntilGone } from './pausing-pods.ts';
import { startStack, withFolder } from './stack.ts';

const pods = 1_000;
const rounds = 5;
/** Idle time of the batch window: the default of the settings of a cluster. */
const batchIdleMs = 1_000;
const cluster = 'shop-staging-use1';

export async function run(): Promise<readonly Figure[]> {
  return withFolder(async (folder) => {
    const stack = await startStack(folder);
    try {
      const world = await connect(stack, cluster);
      // The fleet's own pods start first.
      await sleep(20_000);
      const measured: number[] = [];
      for (let round = 0; round < rounds; round += 1) measured.push(await measure(world, round));
      const figure = {
        unit: 'ms',
        note: `${rounds} rounds; includes the batch window of ${batchIdleMs} ms`,
      };
      const name = `last of ${pods.toLocaleString('en-US')} pods pending → CreateFleet`;
      return [
        { ...figure, name: `${name}, median`, value: percentile(measured, 0.5) },
        {
          ...figure,
          name: `${name}, worst`,
          value: percentile(measured, 1),
          goal: { atMost: batchIdleMs + 500 },
        },
      ];
    } finally {
      await stack.stop();
    }
  });
}

/** Creates pods that only a new NodePool can take, so that every round launches nodes. */
async function measure({ config, ec2 }: World, round: number): Promise<number> {
  const name = `bench-${round}`;
  const before = await instanceIds(ec2);
  await config.makeApiClient(CustomObjectsApi).createClusterCustomObject({
    group: 'karpenter.sh',
    version: 'v1',
    plural: 'nodepools',
    body: nodePool(name),
  });
  // Kerf must know the NodePool before the pods are created.
  await sleep(3_000);
  const lastPodAt = watchPending(config, name);
  await config
    .makeApiClient(AppsV1Api)
    .createNamespacedDeployment({ namespace: 'default', body: pausingPods(name, pods) });
  const from = await lastPodAt;
  const launchedAt = await firstLaunch(ec2, before);
  await config.makeApiClient(AppsV1Api).deleteNamespacedDeployment({ namespace: 'default', name });
  await waitUntilGone(config, name);
  return launchedAt - from;
}

/** Returns the time at which a watch reported the last pod as unschedulable. */
async function watchPending(config: KubeConfig, name: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const seen = new Set<string>();
    const watch = new Watch(config).watch(
      '/api/v1/namespaces/default/pods',
      { labelSelector: `app=${name}` },
      (_phase, { metadata, status }: V1Pod) => {
        const isPending = status?.conditions?.some(({ reason }) => reason === 'Unschedulable');
        if (isPending === true) seen.add(metadata!.uid!);
        if (seen.size < pods) return;
        resolve(Date.now());
        void watch.then((controller) => controller.abort());
      },
      (error) => {
        if (seen.size < pods) reject(error);
      },
    );
  });
}

async function firstLaunch(ec2: EC2Client, before: ReadonlySet<string>): Promise<number> {
  for (let tries = 0; tries < 600; tries += 1) {
    const launched = (await instances(ec2))
      .filter(({ InstanceId }) => !before.has(InstanceId!))
      .map(({ LaunchTime }) => LaunchTime!.getTime());
    if (launched.length > 0) return Math.min(...launched);
    await sleep(50);
  }
  throw new Error('no instance was launched within 30 s');
}

async function instanceIds(ec2: EC2Client): Promise<ReadonlySet<string>> {
  return new Set((await instances(ec2)).map(({ InstanceId }) => InstanceId!));
}

function nodePool(name: string) {
  return {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: { name },
    spec: {
      template: {
        metadata: { labels: { bench: name } },
        spec: {
          nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'company' },
          requirements: [
            { key: 'karpenter.sh/capacity-type', operator: 'In', values: ['on-demand'] },
          ],
        },
      },
    },
  };
}
