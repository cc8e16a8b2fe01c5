import { readFile } from 'node:fs/promises';
import type { KubernetesObject, V1Node, V1Pod } from '@kubernetes/client-node';
import { Fleet, type NodeClaim, until } from './fleet.ts';
import {
  type NodePoolOptions,
  nodeClass,
  nodePool,
  type WorkloadOptions,
  workload,
} from './objects.ts';

const startSeconds = 120;
const changeSeconds = 180;

export interface Start {
  readonly pool?: NodePoolOptions;
  readonly workload: WorkloadOptions;
}

/**
 * A NodePool with a workload that runs only on its nodes, so that scenarios can run at the same
 * time. At its end it removes both, and checks that nothing was launched twice or left behind.
 */
export class Scenario implements AsyncDisposable {
  readonly fleet: Fleet;
  readonly name: string;
  readonly #created: KubernetesObject[] = [];

  /** @param name of the NodePool and the workload */
  constructor(fleet: Fleet, name: string) {
    this.fleet = fleet;
    this.name = name;
  }

  /** Creates objects that are removed at the end. */
  async create(...objects: readonly KubernetesObject[]): Promise<void> {
    for (const object of objects) {
      await this.fleet.create(object);
      this.#created.push(object);
    }
  }

  async createPoolAndPods(options: Start): Promise<void> {
    await this.create(nodePool(this.name, options.pool), workload(this.name, options.workload));
  }

  /**
   * Creates NodePool and workload, and waits until all pods run.
   * @returns the pods
   */
  async start(options: Start): Promise<readonly V1Pod[]> {
    await this.createPoolAndPods(options);
    return this.expectRunning(options.workload.replicas);
  }

  scale(replicas: number): Promise<void> {
    return this.fleet.scale(this.name, replicas);
  }

  nodes(): Promise<readonly V1Node[]> {
    return this.fleet.nodes(this.name);
  }

  async nodeNames(): Promise<readonly string[]> {
    return (await this.nodes()).map(({ metadata }) => metadata?.name ?? '');
  }

  /** Waits until exactly this number of the workload's pods run, and returns them. */
  expectRunning(count: number): Promise<readonly V1Pod[]> {
    const read = (): Promise<readonly V1Pod[]> => this.fleet.runningPods(this.name);
    return until(startSeconds, read, (pods) => pods.length === count);
  }

  /** Waits until the NodePool has this number of NodeClaims, and returns them. */
  expectClaims(count: number): Promise<readonly NodeClaim[]> {
    return until(
      changeSeconds,
      () => this.#claims(),
      (found) => found.length === count,
    );
  }

  /** Waits until the workload's only pod runs on another node and the old one is gone. */
  async expectReplaced(oldNode: string): Promise<void> {
    await until(
      changeSeconds,
      async () => ({
        pods: await this.fleet.runningPods(this.name),
        nodes: await this.nodeNames(),
      }),
      ({ pods, nodes }) =>
        pods.length === 1 && !nodes.includes(oldNode) && pods[0]?.spec?.nodeName !== oldNode,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const object of this.#created.toReversed()) {
      await this.fleet.delete(object).catch(() => undefined);
    }
    await this.expectClaims(0);
    const instances = await until(
      changeSeconds,
      () => this.fleet.instances(this.name),
      (found) => found.every(({ State }) => State?.Name === 'terminated'),
    );
    const claims = instances.flatMap(({ Tags = [] }) =>
      Tags.flatMap(({ Key, Value = '' }) => (Key === 'karpenter.sh/nodeclaim' ? [Value] : [])),
    );
    if (claims.length !== instances.length || new Set(claims).size !== claims.length) {
      throw new Error(`not one instance for each NodeClaim: ${claims.toSorted().join(', ')}`);
    }
  }

  async #claims(): Promise<readonly NodeClaim[]> {
    return (await this.fleet.nodeClaims()).filter((claim) => claim.nodePool === this.name);
  }
}

/** Connects to the stack, and creates the EC2NodeClass that all scenarios use. */
export async function openFleet(): Promise<Fleet> {
  const stackFile = process.env['KERF_CONFORMANCE_STACK'] ?? '';
  const fleet = new Fleet(JSON.parse(await readFile(stackFile, 'utf8')));
  await fleet.create(nodeClass(fleet.info.clusterName)).catch((error: unknown) => {
    if (!String(error).includes('AlreadyExists')) throw error;
  });
  return fleet;
}
