import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Control } from './control.ts';
import { Product } from './product.ts';
import { preparePrograms } from './programs.ts';
import { Testbed } from './testbed.ts';

/** Addresses and credentials of a running stack for specs and people; in `stack.json` of its folder. */
export interface StackInfo {
  /** Contains all data and logs. */
  readonly folder: string;
  readonly clusterName: string;
  readonly kubeconfig: string;
  /** Kubeconfig of a user without permissions. */
  readonly kubeconfigNobody: string;
  readonly awsUrl: string;
  readonly awsLog: string;
  readonly auditLog: string;
  readonly kerfUrl: string;
  readonly kerfToken: string;
  readonly controlUrl: string;
}

/** The testbed with the product installed in it. */
export interface Stack {
  readonly info: StackInfo;
  readonly testbed: Testbed;
  readonly product: Product;
  /** Ends everything. The folder is removed unless the options say otherwise. */
  stop(options?: { readonly keepFolder: boolean }): Promise<void>;
}

const bootMs = 2_000;

/** Starts the testbed and one worker, and installs the product in the cluster in mode auto. */
export async function startStack(
  print: (line: string) => void,
  clusterName = 'conformance',
): Promise<Stack> {
  const programs = await preparePrograms();
  const folder = await mkdtemp(join(tmpdir(), 'kerf-conformance-'));
  print(`data and logs: ${folder}`);
  const testbed = await Testbed.start({ programs, folder, clusterName, bootMs });
  const product = await Product.start({ folder, awsUrl: testbed.bridge.url });
  await product.startWorker('worker-1');
  const kubeconfig = testbed.kubernetes.kubeconfig();
  await product.install({ clusterName, mode: 'AUTO', kubeconfig });
  const control = await Control.start(testbed, product);
  const info: StackInfo = {
    folder,
    clusterName,
    kubeconfig,
    kubeconfigNobody: testbed.kubernetes.kubeconfig('nobody'),
    awsUrl: testbed.bridge.url,
    awsLog: join(folder, 'aws.jsonl'),
    auditLog: testbed.kubernetes.auditLog,
    kerfUrl: product.url,
    kerfToken: product.token,
    controlUrl: control.url,
  };
  await writeFile(join(folder, 'stack.json'), JSON.stringify(info, null, 2), { mode: 0o600 });
  return {
    info,
    testbed,
    product,
    stop: async ({ keepFolder } = { keepFolder: false }) => {
      await control.stop();
      await product.stop();
      await testbed.stop();
      if (keepFolder) print(`data and logs are kept: ${folder}`);
      else await rm(folder, { recursive: true });
    },
  };
}
