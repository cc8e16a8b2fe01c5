import { invariant } from '@kerf/core';
import { createTokenVerifier } from '../../aws/auth/token-verifier.js';
import { type AwsServer, startAwsServer } from '../../aws/server.js';
import { type Cluster, createCluster, directoryOf } from '../../kubernetes/create-cluster.js';
import { isObject } from '../../kubernetes/json/json.js';
import type { KubeObject } from '../../kubernetes/resources/kube-object.js';
import type { Collection } from '../../kubernetes/storage/collection.js';
import { createWorld, type World } from '../../world/world.js';
import { readManifests } from '../read-manifests.js';
import { createAccounts, createClusterResources } from '../setup/aws-resources.js';
import { clusterDefinitions } from '../setup/cluster-objects.js';
import { type ClusterPlan, hub, clusters as plans } from '../setup/cluster-plans.js';
import {
  beforeStart,
  type LargeWorkload,
  largeWorkload,
  namespaceObject,
  nodeName,
  nodeObject,
  podObject,
  terminating,
  withHeartbeat,
  workloadObject,
} from './large-objects.js';

export interface LargeClusterOptions {
  readonly nodes: number;
  readonly pods: number;
  /** Folders of manifests that are applied first: CRDs, RBAC. */
  readonly manifests: readonly string[];
  readonly onBug: (error: unknown) => void;
}

interface Part {
  readonly workload: LargeWorkload;
  readonly number: number;
}

/** NodePool of the plan whose nodes take pods without tolerations. */
const nodePool = 'general';
const daemonSets = 3;
const replicaSets = 190;
/** A Deployment keeps ten ReplicaSets without pods by default. */
const oldReplicaSets = 1_900;
const statefulSets = 10;
/** Share of the pods that have a name in their labels, as those of StatefulSets do. */
const numberedShare = 0.05;

/**
 * A simulated cluster of any size, and the AWS that describes it. Its objects are written directly,
 * and no controller, scheduler or kubelet runs, so that it takes seconds and little CPU time. Its
 * nodes are managed node groups.
 */
export class LargeCluster {
  readonly awsEndpoint: string;
  readonly name: string;
  readonly region: string;
  readonly roleArn: string;
  readonly externalId: string;
  readonly hub = hub;
  readonly #world: World;
  readonly #aws: AwsServer;
  readonly #cluster: Cluster;
  readonly #workloads: readonly LargeWorkload[];
  /** Pods that change, by key, with their workload; daemons do not. */
  readonly #replaceable: (Part & { readonly pod: KubeObject })[] = [];
  readonly #pending: KubeObject[] = [];
  readonly #nodes: number;
  #next = 0;

  private constructor(
    parts: { readonly world: World; readonly aws: AwsServer; readonly cluster: Cluster },
    place: Pick<LargeCluster, 'name' | 'region' | 'roleArn' | 'externalId'>,
    { nodes, pods }: LargeClusterOptions,
  ) {
    this.#world = parts.world;
    this.#aws = parts.aws;
    this.#cluster = parts.cluster;
    this.awsEndpoint = parts.aws.url;
    this.name = place.name;
    this.region = place.region;
    this.roleArn = place.roleArn;
    this.externalId = place.externalId;
    this.#nodes = nodes;
    this.#workloads = [
      ...range(replicaSets, (number) => largeWorkload('ReplicaSet', number)),
      ...range(statefulSets, (number) => largeWorkload('StatefulSet', number)),
    ];
    this.#fill(pods);
  }

  static async start(options: LargeClusterOptions): Promise<LargeCluster> {
    const plan = largePlan();
    const world = createWorld({ seed: 7, speed: 1, daySpeed: 0 });
    createAccounts(world);
    const zones = ['us-east-1a', 'us-east-1b', 'us-east-1c'];
    const { vpcId, subnets, securityGroupId, kerfRoleArn, externalId } = createClusterResources(
      world,
      plan,
      { zones },
    );
    const cluster = await createCluster({
      ...plan,
      port: 0,
      clock: { now: () => Date.now(), speed: 1, after: () => () => undefined },
      instances: world.instances,
      tokens: createTokenVerifier(world),
      accessEntries: [{ principalArn: kerfRoleArn, groups: ['kerf:observe', 'kerf:act'] }],
      network: {
        serviceCidr: '10.100.0.0/16',
        vpcId,
        subnetIds: subnets.map(({ id }) => id),
        securityGroupIds: [securityGroupId],
      },
      onBug: options.onBug,
    });
    cluster.apply(await readManifests(options.manifests));
    cluster.apply(clusterDefinitions(plan).filter(isObject));
    cluster.freeze();
    const aws = await startAwsServer({
      world,
      clusters: directoryOf(() => [cluster]),
      onBug: options.onBug,
    });
    const { name, region } = plan;
    const place = { name, region, roleArn: kerfRoleArn, externalId };
    return new LargeCluster({ world, aws, cluster }, place, options);
  }

  /** Number of stored pods. */
  get pods(): number {
    return this.#collection('pods').size;
  }

  /**
   * Replaces some pods by new ones of the same workload: each old pod terminates and goes, each new
   * one is created on the node and becomes ready.
   */
  replacePods(count: number): void {
    const pods = this.#collection('pods');
    const now = Date.now();
    for (let index = 0; index < Math.min(count, this.#replaceable.length); index += 1) {
      this.#next = (this.#next + 1) % this.#replaceable.length;
      const part = this.#replaceable[this.#next];
      invariant(part !== undefined, 'the position is in the list');
      const { workload, number, pod: old } = part;
      pods.put(terminating(old, now));
      pods.remove(`${old.metadata.namespace}/${old.metadata.name}`);
      const node = nodeName(number % this.#nodes);
      const pod = podObject(workload, number, { node, now });
      pods.put(beforeStart(pod, now));
      pods.put(pod);
      this.#replaceable[this.#next] = { workload, number, pod };
    }
  }

  /** Renews the status of some nodes, as kubelets do every five minutes. */
  renewNodes(count: number): void {
    const nodes = this.#collection('nodes');
    for (let index = 0; index < Math.min(count, this.#nodes); index += 1) {
      const node = nodes.get(nodeName(Math.floor(Math.random() * this.#nodes)));
      if (node !== undefined) nodes.put(withHeartbeat(node, Date.now()));
    }
  }

  /** Creates pods for a NodePool without nodes, which the scheduler has marked as unschedulable. */
  addPendingPods(count: number): void {
    const [first] = this.#workloads;
    invariant(first !== undefined, 'there are workloads');
    const nodeSelector = { 'karpenter.sh/nodepool': nodePool };
    const workload = { ...first, spec: { ...first.spec, nodeSelector } };
    for (let index = 0; index < count; index += 1) {
      const pod = podObject(workload, index, { node: null, now: Date.now() });
      this.#collection('pods').put(pod);
      this.#pending.push(pod);
    }
  }

  removePendingPods(): void {
    for (const { metadata } of this.#pending.splice(0)) {
      this.#collection('pods').remove(`${metadata.namespace}/${metadata.name}`);
    }
  }

  async close(): Promise<void> {
    await this.#aws.close();
    await this.#cluster.close();
    this.#world.stop();
  }

  #collection(name: string): Collection {
    return this.#cluster.api.parts.store.collection(name);
  }

  #fill(pods: number): void {
    const now = Date.now();
    const namespaces = new Set(this.#workloads.map(({ namespace }) => namespace));
    for (const name of namespaces) this.#collection('namespaces').put(namespaceObject(name));
    for (let number = 0; number < this.#nodes; number += 1) {
      this.#collection('nodes').put(nodeObject(number, now));
    }
    for (let number = 0; number < oldReplicaSets; number += 1) {
      const old = largeWorkload('ReplicaSet', replicaSets + number);
      this.#collection('replicasets.apps').put(workloadObject(old, 0));
    }
    const daemons = Math.min(daemonSets, Math.floor(pods / Math.max(1, this.#nodes)));
    for (let index = 0; index < daemons; index += 1) this.#placeDaemons(index, now);
    this.#placePods(pods - daemons * this.#nodes, now);
  }

  #placeDaemons(index: number, now: number): void {
    const daemonSet = largeWorkload('DaemonSet', index);
    this.#collection('daemonsets.apps').put(workloadObject(daemonSet, this.#nodes));
    for (let number = 0; number < this.#nodes; number += 1) {
      const pod = podObject(daemonSet, number, { node: nodeName(number), now });
      this.#collection('pods').put(pod);
    }
  }

  #placePods(count: number, now: number): void {
    const replicas = new Map<LargeWorkload, number>();
    const numbered = Math.round(count * numberedShare);
    for (let number = 0; number < count; number += 1) {
      const workload = this.#workloadOf(number, numbered);
      replicas.set(workload, (replicas.get(workload) ?? 0) + 1);
      const node = nodeName(number % this.#nodes);
      const pod = podObject(workload, number, { node, now });
      this.#collection('pods').put(pod);
      this.#replaceable.push({ workload, number, pod });
    }
    for (const workload of this.#workloads) {
      const plural = workload.kind === 'ReplicaSet' ? 'replicasets.apps' : 'statefulsets.apps';
      this.#collection(plural).put(workloadObject(workload, replicas.get(workload) ?? 0));
    }
  }

  #workloadOf(number: number, numbered: number): LargeWorkload {
    const index = number < numbered ? replicaSets + (number % statefulSets) : number % replicaSets;
    const workload = this.#workloads[index];
    invariant(workload !== undefined, 'the position is in the list');
    return workload;
  }
}

/** Returns the plan of the cluster with NodePools, under another name and without nodes. */
function largePlan(): ClusterPlan {
  const plan = plans.find(({ mode }) => mode === 'auto');
  invariant(plan !== undefined, 'the plans have a cluster with NodePools');
  return { ...plan, name: 'large-use1', nodeGroups: [], deployments: [] };
}

const range = <T>(count: number, make: (number: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, number) => make(number));
