import { readFileSync } from 'node:fs';
import type { ClusterConnectionDetails } from '@kerf/application';
import { invariant, type JsonObject } from '@kerf/core';
import {
  type BootedInstance,
  type Cluster,
  type ClusterState,
  createCluster,
  createSandboxClock,
  type InstanceHost,
  nodeConfigUserData,
} from '@kerf/sandbox';
import type { KubernetesObject } from '@kubernetes/client-node';
import { parseAllDocuments } from 'yaml';
import type { ClusterTokenSource } from '../connect/token-cache.js';

const deploy = new URL('../../../../deploy/', import.meta.url);
type Manifest = KubernetesObject & JsonObject;

/** Manifests that an operator applies to a cluster before registering it. */
export const prerequisites: readonly Manifest[] = [
  'rbac/kerf.yaml',
  'crds/karpenter.sh_nodepools.yaml',
  'crds/karpenter.sh_nodeclaims.yaml',
  'crds/karpenter.k8s.aws_ec2nodeclasses.yaml',
  'crds/karpenter.sh_nodeoverlays.yaml',
  'crds/autoscaling.x-k8s.io_capacitybuffers.yaml',
].flatMap((path) => readManifests(readFileSync(new URL(path, deploy), 'utf8')));

/** The client's own reader renames fields of CRDs, such as `x-kubernetes-int-or-string`. */
function readManifests(text: string): readonly Manifest[] {
  return parseAllDocuments(text).map((document): Manifest => document.toJS());
}

/** Simulated processes, e.g. a kubelet's start, run a hundred times faster. */
const speed = 100;
const kerfToken = 'token-of-kerf';

/**
 * A cluster of the sandbox for contract specs: an API server, a scheduler, controllers and
 * kubelets, with Kerf's RBAC and an EKS access entry for Kerf.
 */
export class SandboxCluster {
  #running: Cluster | null = null;
  readonly #instances = new BootableInstances();
  readonly #groups: readonly string[];
  readonly #prerequisites: readonly Manifest[];
  readonly #bugs: unknown[] = [];

  constructor(groups: readonly string[] = ['kerf:observe', 'kerf:act'], applied = prerequisites) {
    this.#groups = groups;
    this.#prerequisites = applied;
  }

  start(): Promise<void> {
    return this.#open();
  }

  async #open(state?: ClusterState): Promise<void> {
    this.#running = await createCluster({
      name: 'contract',
      accountId: '111122223333',
      region: 'us-east-1',
      version: '1.36',
      port: state?.port ?? 0,
      clock: createSandboxClock(speed),
      instances: this.#instances,
      tokens: { verify: () => null },
      accessEntries: [],
      staticTokens: [{ token: kerfToken, user: { name: 'kerf', groups: this.#groups } }],
      network: {
        serviceCidr: '10.100.0.0/16',
        vpcId: 'vpc-1',
        subnetIds: [],
        securityGroupIds: [],
      },
      onBug: (error) => this.#bugs.push(error),
      ...(state === undefined ? {} : { state }),
    });
    if (state === undefined) this.apply(...this.#prerequisites);
  }

  /**
   * Stops the API server, makes changes that no watch sees, and restarts it on its port. Objects
   * are kept, the history of changes is lost.
   */
  async restart(meanwhile: () => void): Promise<void> {
    const { port } = this.cluster.snapshot();
    await this.#reopen(0);
    meanwhile();
    await this.#reopen(port);
  }

  async #reopen(port: number): Promise<void> {
    const state = this.cluster.snapshot();
    await this.cluster.close();
    await this.#open({ ...state, port });
  }

  /** @throws InvariantViolation if the sandbox had internal errors */
  async close(): Promise<void> {
    await this.cluster.close();
    invariant(this.#bugs.length === 0, `the sandbox works: ${this.#bugs.map(String).join('; ')}`);
  }

  get cluster(): Cluster {
    invariant(this.#running !== null, 'the cluster is started');
    return this.#running;
  }

  get details(): ClusterConnectionDetails {
    const { endpoint, certificateAuthority } = this.cluster;
    return {
      clusterId: 'clu_contract',
      endpoint,
      certificateAuthority,
      target: {
        clusterName: 'contract',
        region: 'us-east-1',
        roleArn: 'arn:aws:iam::111122223333:role/kerf',
        externalId: null,
      },
    };
  }

  readonly tokens: ClusterTokenSource = async () => ({
    token: kerfToken,
    expiresAt: Date.now() + 600_000,
  });

  apply(...objects: readonly Manifest[]): void {
    this.cluster.apply(JSON.parse(JSON.stringify(objects)));
  }

  /**
   * Starts an m5.xlarge that joins.
   * @returns the node's name
   */
  bootNode(number: number, registerWithTaints: readonly object[] = []): string {
    const privateDnsName = `ip-10-0-0-${number}.ec2.internal`;
    this.#instances.boot({
      instanceId: `i-${number.toString(16).padStart(17, '0')}`,
      accountId: '111122223333',
      region: 'us-east-1',
      zone: 'us-east-1a',
      zoneId: 'use1-az1',
      instanceType: 'm5.xlarge',
      vcpus: 4,
      memoryMiB: 16_384,
      architecture: 'x86_64',
      gpus: [],
      eniMaxPods: 58,
      rootVolumeGiB: 20,
      capacityType: 'on-demand',
      imageId: 'ami-1',
      imageFamily: 'al2023',
      privateIp: `10.0.0.${number}`,
      privateDnsName,
      launchedAt: Date.now(),
      reboots: 0,
      gpuError: null,
      userData: this.#userData(registerWithTaints),
    });
    return privateDnsName;
  }

  #userData(registerWithTaints: readonly object[]): string {
    const { endpoint, certificateAuthority } = this.cluster;
    const config = {
      apiVersion: 'node.eks.aws/v1alpha1',
      kind: 'NodeConfig',
      spec: {
        cluster: {
          name: 'contract',
          apiServerEndpoint: endpoint,
          certificateAuthority,
          cidr: '10.100.0.0/16',
        },
        kubelet: { config: { registerWithTaints } },
      },
    };
    return nodeConfigUserData(JSON.stringify(config));
  }
}

class BootableInstances implements InstanceHost {
  readonly #booted: BootedInstance[] = [];
  readonly #listeners: ((instance: BootedInstance) => void)[] = [];

  onBooted(listener: (instance: BootedInstance) => void): void {
    this.#listeners.push(listener);
    for (const instance of this.#booted) listener(instance);
  }

  onStopped(): void {
    // Watches do not end in this cluster.
  }

  onUnreachable(): void {
    // Watches do not stall in this cluster.
  }

  boot(instance: BootedInstance): void {
    this.#booted.push(instance);
    for (const listener of this.#listeners) listener(instance);
  }
}

/** Pods that request 500m and 256Mi each. */
export function aDeployment(
  name: string,
  replicas: number,
  volumes: readonly object[] = [],
): Manifest {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: 'default' },
    spec: { replicas, ...podsOf(name, volumes) },
  };
}

export function aDaemonSet(name: string): Manifest {
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name, namespace: 'default' },
    spec: podsOf(name),
  };
}

/** A budget that keeps one pod of an app available. */
export function aBudget(name: string, app: string): Manifest {
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name, namespace: 'default' },
    spec: { minAvailable: 1, selector: { matchLabels: { app } } },
  };
}

function podsOf(app: string, volumes: readonly object[] = []) {
  return {
    selector: { matchLabels: { app } },
    template: {
      metadata: { labels: { app } },
      spec: {
        volumes,
        containers: [
          {
            name: 'main',
            image: 'registry.k8s.io/pause:3.10',
            resources: { requests: { cpu: '500m', memory: '256Mi' } },
          },
        ],
      },
    },
  };
}
