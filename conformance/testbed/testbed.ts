import { appendFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Bridge } from './aws/bridge.ts';
import { Moto } from './aws/moto.ts';
import { clusterVersion } from './aws/settings.ts';
import { InstanceNodes } from './instance-nodes.ts';
import { Kubernetes } from './kubernetes.ts';
import type { Programs } from './programs.ts';

export interface TestbedOptions {
  readonly programs: Programs;
  /** Empty folder for data and logs. */
  readonly folder: string;
  readonly clusterName: string;
  /** Time from the launch of an instance until its Node exists. */
  readonly bootMs: number;
}

/** A Kubernetes cluster and its AWS account; the product or Karpenter is started on it. */
export class Testbed {
  readonly clusterName: string;
  readonly kubernetes: Kubernetes;
  readonly moto: Moto;
  readonly bridge: Bridge;
  readonly #nodes: InstanceNodes;
  readonly #outages: { readonly from: number; readonly to: number }[] = [];

  static async start(options: TestbedOptions): Promise<Testbed> {
    const { programs, folder, clusterName, bootMs } = options;
    const kubernetesFolder = join(folder, 'kubernetes');
    await mkdir(kubernetesFolder, { recursive: true });
    const moto = await Moto.start(programs.motoBin, folder);
    await moto.createAccount(clusterName);
    const logFile = join(folder, 'aws.jsonl');
    const bridge = await Bridge.start({ moto, clusterName, logFile });
    const kubernetes = await Kubernetes.start({
      folder: kubernetesFolder,
      kubebox: programs.kubebox,
      tokenReviewUrl: bridge.tokenReviewUrl,
    });
    bridge.describe({
      name: clusterName,
      endpoint: kubernetes.url,
      certificateAuthority: kubernetes.certificateAuthority,
      version: clusterVersion,
    });
    const nodes = new InstanceNodes({
      moto,
      clusterName,
      bootMs,
      kubeconfig: kubernetes.kubeconfig(),
      onLog: (line) => appendFileSync(join(folder, 'nodes.log'), `${line}\n`),
    });
    nodes.start();
    return new Testbed({ clusterName, kubernetes, moto, bridge, nodes });
  }

  private constructor(parts: {
    readonly clusterName: string;
    readonly kubernetes: Kubernetes;
    readonly moto: Moto;
    readonly bridge: Bridge;
    readonly nodes: InstanceNodes;
  }) {
    this.clusterName = parts.clusterName;
    this.kubernetes = parts.kubernetes;
    this.moto = parts.moto;
    this.bridge = parts.bridge;
    this.#nodes = parts.nodes;
  }

  /** Times in which the testbed took something away, in ms since 1970. */
  outages(): readonly { readonly from: number; readonly to: number }[] {
    return this.#outages;
  }

  /** Records that something was away from the given time until now. */
  recordOutage(from: number): void {
    this.#outages.push({ from, to: Date.now() });
  }

  async stop(): Promise<void> {
    await this.#nodes.stop();
    await this.kubernetes.stop();
    await this.bridge.stop();
    await this.moto.stop();
  }
}
