import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppsV1Api, KubeConfig, KubernetesObjectApi } from '@kubernetes/client-node';
import { z } from 'zod';
import { nodeClass } from '../scenarios/objects.ts';
import { onDemandPrice } from '../testbed/aws/prices.ts';
import { region } from '../testbed/aws/settings.ts';
import { instancesOf } from '../testbed/instance-nodes.ts';
import type { Programs } from '../testbed/programs.ts';
import { Testbed } from '../testbed/testbed.ts';
import { type Contestant, type ContestantName, startContestant } from './contestant.ts';
import { deployments, generalPool } from './workload.ts';

/** Figures of one contestant in one run, by the name of the figure with its unit. */
export type Figures = ReadonlyMap<string, number>;

export interface MeasureOptions {
  readonly contestant: ContestantName;
  readonly programs: Programs;
  /** Empty folder for data and logs. */
  readonly folder: string;
  /** Pods after each step up, and after the step down. */
  readonly pods: number;
  readonly podsLeft: number;
}

const bootMs = 2_000;
const pollMs = 200;
const timeoutMs = 600_000;
/** A step down is over when the nodes have not changed for this time. */
const quietMs = 60_000;

/** Runs the steps on a fresh testbed: pods up, then down. */
export async function measure(options: MeasureOptions): Promise<Figures> {
  const { contestant: name, programs, folder, pods, podsLeft } = options;
  await mkdir(folder, { recursive: true });
  const testbed = await Testbed.start({ programs, folder, clusterName: 'compare', bootMs });
  const contestant = await startContestant(name, testbed, folder);
  try {
    const run = new Run(testbed, contestant);
    await run.prepare();
    await run.scaleUp(pods);
    if (podsLeft < pods) await run.scaleDown(podsLeft);
    return run.figures;
  } finally {
    await contestant.stop();
    await testbed.stop();
  }
}

class Run {
  readonly figures = new Map<string, number>();
  readonly #testbed: Testbed;
  readonly #contestant: Contestant;
  readonly #apps: AppsV1Api;
  readonly #objects: KubernetesObjectApi;

  constructor(testbed: Testbed, contestant: Contestant) {
    this.#testbed = testbed;
    this.#contestant = contestant;
    const config = new KubeConfig();
    config.loadFromFile(testbed.kubernetes.kubeconfig());
    this.#apps = config.makeApiClient(AppsV1Api);
    this.#objects = KubernetesObjectApi.makeApiClient(config);
  }

  async prepare(): Promise<void> {
    await this.#objects.create(nodeClass(this.#testbed.clusterName));
    await this.#objects.create(generalPool);
    await this.#until(() => this.#isPoolReady());
    // Prices and instance types are read by then.
    await sleep(5_000);
  }

  async scaleUp(pods: number): Promise<void> {
    const before = await this.#usage();
    const began = Date.now();
    for (const deployment of deployments(pods)) {
      await this.#objects.create(deployment);
    }
    await this.#until(async () => (await this.#claims()).length > 0);
    this.#add(`${pods} pods: first NodeClaim (s)`, (Date.now() - began) / 1000);
    await this.#until(async () => (await this.#readyPods()) >= pods);
    this.#add(`${pods} pods: all running (s)`, (Date.now() - began) / 1000);
    this.#add(`${pods} pods: NodeClaims`, (await this.#claims()).length);
    this.#add(`${pods} pods: price (USD/h)`, await this.#price());
    const after = await this.#usage();
    this.#add(`${pods} pods: CPU time (s)`, after.cpuSeconds - before.cpuSeconds);
    this.#add(`${pods} pods: memory (MiB)`, after.residentMiB);
  }

  async scaleDown(pods: number): Promise<void> {
    const began = Date.now();
    for (const { metadata, spec } of deployments(pods)) {
      const target = { namespace: 'default', name: metadata?.name ?? '' };
      const kind = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: target };
      const body = { ...kind, spec: { replicas: spec?.replicas ?? 0 } };
      await this.#apps.replaceNamespacedDeploymentScale({ ...target, body });
    }
    let last = '';
    let lastChange = began;
    let priceAfterMinute: number | null = null;
    while (Date.now() < lastChange + quietMs) {
      const claims = (await this.#claims()).toSorted().join();
      if (claims !== last) {
        last = claims;
        lastChange = Date.now();
      }
      if (priceAfterMinute === null && Date.now() >= began + 60_000) {
        priceAfterMinute = await this.#price();
        this.#add(`down to ${pods}: price after a minute (USD/h)`, priceAfterMinute);
      }
      await sleep(pollMs);
    }
    this.#add(`down to ${pods}: last change (s)`, (lastChange - began) / 1000);
    this.#add(`down to ${pods}: price (USD/h)`, await this.#price());
  }

  #add(name: string, value: number): void {
    this.figures.set(name, value);
  }

  async #usage(): Promise<{ readonly cpuSeconds: number; readonly residentMiB: number }> {
    const parts = Object.values(await this.#contestant.usage());
    return {
      cpuSeconds: parts.reduce((sum, part) => sum + part.cpuSeconds, 0),
      residentMiB: parts.reduce((sum, part) => sum + part.residentMiB, 0),
    };
  }

  async #isPoolReady(): Promise<boolean> {
    const { items } = await this.#objects.list('karpenter.sh/v1', 'NodePool');
    return items.some((item) =>
      poolObject
        .parse(item)
        .status.conditions.some(({ type, status }) => type === 'Ready' && status === 'True'),
    );
  }

  async #claims(): Promise<readonly string[]> {
    const { items } = await this.#objects.list('karpenter.sh/v1', 'NodeClaim');
    return items.map(({ metadata }) => metadata?.name ?? '');
  }

  async #readyPods(): Promise<number> {
    const { items } = await this.#apps.listNamespacedDeployment({ namespace: 'default' });
    return items.reduce((sum, { status }) => sum + (status?.readyReplicas ?? 0), 0);
  }

  async #price(): Promise<number> {
    const instances = await instancesOf(this.#testbed.moto, this.#testbed.clusterName);
    return instances
      .filter(({ State }) => State?.Name === 'running')
      .reduce((sum, { InstanceType = '' }) => sum + (onDemandPrice(region, InstanceType) ?? 0), 0);
  }

  async #until(holds: () => Promise<boolean>): Promise<void> {
    for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(pollMs)) {
      // The status of a new object is missing, and a busy API server refuses some requests.
      if (await holds().catch(() => false)) return;
    }
    throw new Error(`not within ${timeoutMs / 1000} s`);
  }
}

const poolObject = z.object({
  status: z.object({
    conditions: z.array(z.object({ type: z.string(), status: z.string() })),
  }),
});
