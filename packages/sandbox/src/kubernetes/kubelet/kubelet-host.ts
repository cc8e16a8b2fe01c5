import type { BootedInstance, InstanceHost } from '../../world/compute/instance-host.js';
import type { SandboxClock } from '../../world/time/sandbox-clock.js';
import type { ClusterApi } from '../api/cluster-api.js';
import type { EventRecorder } from '../controllers/event-recorder.js';
import type { PodIndex } from '../controllers/pods/pod-index.js';
import { WorkQueue } from '../controllers/work-queue.js';
import { kinds } from '../resources/kind.js';
import { keyOf } from '../resources/kube-object.js';
import { Kubelet } from './kubelet.js';
import { PodAddresses } from './pod-addresses.js';
import { PodRunner } from './pod-runner.js';
import { readBootstrap } from './read-bootstrap.js';
import type { NodeBootstrap } from './user-data.js';

/** Data that an instance needs to join. */
export interface ClusterIdentity {
  readonly name: string;
  readonly accountId: string;
  readonly region: string;
  /** The current endpoint and earlier ones. */
  readonly endpoints: readonly string[];
  /** Base64 of PEM. */
  readonly certificateAuthority: string;
  /** E.g. `v1.36.4`. */
  readonly gitVersion: string;
}

/** An instance that tried to join and failed. */
export interface JoinFailure {
  readonly instanceId: string;
  readonly reason: string;
}

export interface KubeletHostOptions {
  readonly api: ClusterApi;
  readonly clock: SandboxClock;
  readonly events: EventRecorder;
  readonly pods: PodIndex;
  readonly cluster: ClusterIdentity;
  readonly onBug: (error: unknown) => void;
}

/** Runs a kubelet for each booted instance whose user data names this cluster. */
export class KubeletHost {
  readonly #options: KubeletHostOptions;
  readonly #kubeletByInstance = new Map<string, Kubelet>();
  readonly #kubeletByNode = new Map<string, Kubelet>();
  readonly #running = new Set<string>();
  readonly #failures = new Map<string, string>();
  readonly #silenceListeners = new Set<(nodeName: string) => void>();
  readonly #runner: PodRunner;
  readonly #queue: WorkQueue;

  constructor(options: KubeletHostOptions) {
    this.#options = options;
    const { api, clock, events, onBug } = options;
    this.#runner = new PodRunner({ api, clock, events, addresses: new PodAddresses(api) });
    this.#queue = new WorkQueue({ clock, onBug, reconcile: (key) => this.#syncPod(key) });
  }

  start(instances: InstanceHost): void {
    this.#options.api.subscribe(kinds.pod, ({ before, after }) => {
      if (after === null && before !== null) this.#runner.cancel(before);
      else if (after?.spec.nodeName !== undefined) this.#queue.add(keyOf(after));
    });
    this.#options.api.subscribe(kinds.deviceClass, ({ after }) => {
      if (after !== null) this.#publishDevices();
    });
    instances.onBooted((instance) => this.#boot(instance));
    instances.onStopped((instanceId) => this.#shutDown(instanceId));
    instances.onUnreachable((instanceId) => this.#disconnect(instanceId));
  }

  stop(): void {
    this.#queue.stop();
    for (const kubelet of this.#kubeletByInstance.values()) kubelet.stop();
  }

  isAlive(instanceId: string): boolean {
    return this.#running.has(instanceId);
  }

  isPosting(nodeName: string): boolean {
    return this.#kubeletByNode.has(nodeName);
  }

  onSilent(listener: (nodeName: string) => void): void {
    this.#silenceListeners.add(listener);
  }

  joinFailures(): readonly JoinFailure[] {
    return [...this.#failures].map(([instanceId, reason]) => ({ instanceId, reason }));
  }

  #publishDevices(): void {
    for (const kubelet of this.#kubeletByNode.values()) kubelet.publishDevices();
  }

  #syncPod(key: string): void {
    const [namespace, name = ''] = key.split('/');
    const pod = this.#options.api.find(kinds.pod, namespace, name);
    if (pod !== null) this.#kubeletByNode.get(pod.spec.nodeName ?? '')?.sync(pod);
  }

  #boot(instance: BootedInstance): void {
    const { instanceId, userData, imageFamily } = instance;
    this.#running.add(instanceId);
    const bootstrap = readBootstrap(userData, imageFamily);
    if (!bootstrap.ok) {
      if (this.#isOfOurAccount(instance)) this.#failures.set(instanceId, bootstrap.error);
      return;
    }
    if (!this.#isOurEndpoint(bootstrap.value)) return;
    const refusal = this.#refusalOf(bootstrap.value);
    if (refusal === null) this.#startKubelet(instance, bootstrap.value);
    else this.#failures.set(instanceId, refusal);
  }

  #isOfOurAccount({ accountId, region }: BootedInstance): boolean {
    const { cluster } = this.#options;
    return accountId === cluster.accountId && region === cluster.region;
  }

  #isOurEndpoint({ endpoint }: NodeBootstrap): boolean {
    return this.#options.cluster.endpoints.includes(endpoint.replace(/\/+$/, ''));
  }

  #refusalOf({ clusterName, certificateAuthority }: NodeBootstrap): string | null {
    const { cluster } = this.#options;
    if (certificateAuthority.trim() !== cluster.certificateAuthority) {
      return 'x509: certificate signed by unknown authority: the cluster certificate in the user data is not that of the API server';
    }
    return clusterName === cluster.name
      ? null
      : `Unauthorized: the token is for cluster "${clusterName}", not "${cluster.name}"`;
  }

  #startKubelet(instance: BootedInstance, bootstrap: NodeBootstrap): void {
    const { api, clock, pods, cluster } = this.#options;
    const kubelet = new Kubelet({
      api,
      clock,
      pods,
      runner: this.#runner,
      instance,
      bootstrap,
      gitVersion: cluster.gitVersion,
    });
    this.#kubeletByInstance.get(instance.instanceId)?.stop();
    this.#kubeletByInstance.set(instance.instanceId, kubelet);
    this.#kubeletByNode.set(kubelet.nodeName, kubelet);
    kubelet.start();
  }

  #shutDown(instanceId: string): void {
    this.#running.delete(instanceId);
    this.#failures.delete(instanceId);
    this.#disconnect(instanceId);
  }

  /** The instance keeps running in EC2, but its kubelet no longer reports to the cluster. */
  #disconnect(instanceId: string): void {
    const kubelet = this.#kubeletByInstance.get(instanceId);
    if (kubelet === undefined) return;
    kubelet.stop();
    this.#kubeletByInstance.delete(instanceId);
    if (this.#kubeletByNode.get(kubelet.nodeName) === kubelet) {
      this.#kubeletByNode.delete(kubelet.nodeName);
      for (const listener of this.#silenceListeners) listener(kubelet.nodeName);
    }
  }
}
