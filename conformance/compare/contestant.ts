import { startKarpenter as startProgram } from '../testbed/karpenter.ts';
import type { ProcessUsage } from '../testbed/process.ts';
import { Product } from '../testbed/product.ts';
import type { Testbed } from '../testbed/testbed.ts';

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

async function startKarpenter(testbed: Testbed, folder: string): Promise<Contestant> {
  const karpenter = await startProgram(testbed, { folder, electsLeader: false });
  return {
    usage: async () => ({ karpenter: await karpenter.usage() }),
    stop: () => karpenter.stop(),
  };
}
