import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '@kerf/local-stack';
import { accessKeys, region } from '../testbed/aws/settings.ts';
import { type ProcessUsage, Program, responds } from '../testbed/process.ts';
import { Product } from '../testbed/product.ts';
import { prepareKarpenter } from '../testbed/programs.ts';
import type { Testbed } from '../testbed/testbed.ts';

const run = promisify(execFile);

/** In the order in which they are measured. */
export const contestantNames = ['karpenter', 'kerf'] as const;
export type ContestantName = (typeof contestantNames)[number];

/** An autoscaler that runs on the testbed. */
export interface Contestant {
  /** Resources of its processes, by role. */
  usage(): Promise<Readonly<Record<string, ProcessUsage>>>;
  stop(): Promise<void>;
}

export function startContestant(
  name: ContestantName,
  testbed: Testbed,
  folder: string,
): Promise<Contestant> {
  return name === 'kerf' ? startKerf(testbed, folder) : startKarpenter(testbed, folder);
}

async function startKerf(testbed: Testbed, folder: string): Promise<Contestant> {
  const product = await Product.start({ folder, awsUrl: testbed.bridge.url });
  await product.startWorker('worker');
  await product.install({
    clusterName: testbed.clusterName,
    mode: 'AUTO',
    kubeconfig: testbed.kubernetes.kubeconfig(),
  });
  return {
    usage: async () => {
      const worker = product.workers.get('worker');
      if (worker === undefined) throw new Error('the worker is not running');
      return { worker: await worker.usage(), api: await product.api.usage() };
    },
    stop: () => product.stop(),
  };
}

/** The real Karpenter with the settings of its Helm chart, except for leader election. */
async function startKarpenter(testbed: Testbed, folder: string): Promise<Contestant> {
  const { program, crds } = await prepareKarpenter();
  const admin = ['--kubeconfig', testbed.kubernetes.kubeconfig()];
  await run('kubectl', [...admin, 'apply', '--server-side', '--filename', crds]);
  const established = ['wait', '--for=condition=Established', '--timeout=60s'];
  await run('kubectl', [...admin, ...established, '--filename', crds]);
  const probePort = await findFreePort();
  const karpenter = new Program({
    name: 'karpenter',
    command: program,
    args: [],
    env: {
      KUBECONFIG: testbed.kubernetes.kubeconfig('karpenter'),
      DISABLE_LEADER_ELECTION: 'true',
      METRICS_PORT: String(await findFreePort()),
      HEALTH_PROBE_PORT: String(probePort),
      CLUSTER_NAME: testbed.clusterName,
      CLUSTER_ENDPOINT: testbed.kubernetes.url,
      INTERRUPTION_QUEUE: testbed.clusterName,
      // moto has no DescribeCapacityReservations.
      FEATURE_GATES: 'ReservedCapacity=false',
      AWS_ENDPOINT_URL: testbed.bridge.url,
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: accessKeys.product,
      AWS_SECRET_ACCESS_KEY: 'testbed',
      AWS_EC2_METADATA_DISABLED: 'true',
    },
    logFile: join(folder, 'karpenter.log'),
  });
  await karpenter.ready(() => responds(`http://127.0.0.1:${probePort}/readyz`));
  return {
    usage: async () => ({ karpenter: await karpenter.usage() }),
    stop: () => karpenter.stop(),
  };
}
