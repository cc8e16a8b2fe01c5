import type { BootedInstance } from '../../world/compute/instance-host.js';
import type { CancelTimer, SandboxClock } from '../../world/time/sandbox-clock.js';
import type { ClusterApi } from '../api/cluster-api.js';
import { toMicroTimestamp } from '../api/timestamp.js';
import type { PodIndex } from '../controllers/pods/pod-index.js';
import { isReady } from '../resources/is-ready.js';
import { kinds } from '../resources/kind.js';
import type { Node } from '../resources/types/node.js';
import type { Pod } from '../resources/types/pod.js';
import { gpuSlice, gpuSliceName, hasGpuDriver } from './gpu-slice.js';
import {
  gpuConditionType,
  nodeConditions,
  nodeInfo,
  nodeLabels,
  nodeStatus,
  providerId,
} from './node-object.js';
import type { PodRunner } from './pod-runner.js';
import type { NodeBootstrap } from './user-data.js';

const leaseNamespace = 'kube-node-lease';

/** Time from the boot to the registration, and from there until pods can run. */
const registerAfterMs = 2_000;
const readyAfterMs = 6_000;
/** Time from there until the driver of GPUs, which runs in a pod, has published them. */
const devicesAfterMs = 5_000;
const retryAfterMs = 5_000;
/** In real time: leases do not make anything faster, but a renewal of each node is work. */
const renewEveryRealMs = 10_000;
/** The node's status is written with every 30th lease renewal, i.e. every five minutes. */
const renewalsPerHeartbeat = 30;

export interface KubeletOptions {
  /** API client of the kubelet. */
  readonly api: ClusterApi;
  readonly clock: SandboxClock;
  readonly pods: PodIndex;
  readonly runner: PodRunner;
  readonly instance: BootedInstance;
  readonly bootstrap: NodeBootstrap;
  readonly gitVersion: string;
}

/** The kubelet of one instance: it registers the node and runs the pods bound to it. */
export class Kubelet {
  readonly #options: KubeletOptions;
  readonly #timers = new Set<CancelTimer>();
  #isReady = false;
  #isStopped = false;
  #renewals = 0;

  constructor(options: KubeletOptions) {
    this.#options = options;
  }

  get nodeName(): string {
    return this.#options.instance.privateDnsName;
  }

  start(): void {
    this.#after(registerAfterMs, () => this.#register());
  }

  /** Stops the kubelet; the node is not updated any more. */
  stop(): void {
    this.#isStopped = true;
    for (const cancel of this.#timers) cancel();
    for (const pod of this.#options.pods.onNode(this.nodeName)) this.#options.runner.cancel(pod);
  }

  /** Handles a changed pod of this node. */
  sync(pod: Pod): void {
    if (this.#isStopped) return;
    // Before the network is ready, only pods of the host network can start.
    if (!this.#isReady && pod.spec.hostNetwork !== true) return;
    this.#options.runner.sync(pod, this.#options.instance.privateIp);
  }

  /** Publishes the GPUs of the node soon, once it is ready and the cluster has their driver. */
  publishDevices(): void {
    if (!this.#isReady || this.#isStopped || this.#options.instance.gpus.length === 0) return;
    this.#after(devicesAfterMs, () => this.#createSlice());
  }

  #after(simulatedMs: number, task: () => void): void {
    const cancel = this.#options.clock.after(simulatedMs, () => {
      this.#timers.delete(cancel);
      task();
    });
    this.#timers.add(cancel);
  }

  #register(): void {
    const { api, instance } = this.#options;
    const existing = api.find(kinds.node, undefined, this.nodeName);
    if (existing !== null && existing.spec.providerID !== providerId(instance)) {
      // Another instance had the address before; its node must be deleted first.
      if (existing.metadata.deletionTimestamp === undefined) api.delete(existing);
      this.#after(retryAfterMs, () => this.#register());
      return;
    }
    if (existing === null) this.#createNode();
    else this.#reportInfo(existing);
    this.#renewLease();
    const wasReady = existing !== null && isReady(existing);
    this.#after(wasReady ? 0 : readyAfterMs, () => this.#becomeReady());
  }

  #createNode(): void {
    const { api, instance, bootstrap, gitVersion } = this.#options;
    const { taints } = bootstrap;
    api.create(kinds.node, undefined, {
      metadata: {
        name: this.nodeName,
        labels: nodeLabels(instance, bootstrap),
        annotations: {
          'alpha.kubernetes.io/provided-node-ip': instance.privateIp,
          'node.alpha.kubernetes.io/ttl': '0',
          'volumes.kubernetes.io/controller-managed-attach-detach': 'true',
        },
      },
      spec: { providerID: providerId(instance), ...(taints.length === 0 ? {} : { taints }) },
      status: nodeStatus(instance, bootstrap, gitVersion, api.now()),
    });
  }

  /** After a reboot, the node has another boot ID. */
  #reportInfo(node: Node): void {
    const { api, instance, gitVersion } = this.#options;
    api.updateStatus(kinds.node, node, (current) => ({
      ...current,
      status: { ...current.status, nodeInfo: nodeInfo(instance, gitVersion) },
    }));
  }

  #becomeReady(): void {
    this.#isReady = true;
    this.#reportConditions();
    for (const pod of this.#options.pods.onNode(this.nodeName)) this.sync(pod);
    this.publishDevices();
  }

  #createSlice(): void {
    const { api, instance } = this.#options;
    const node = this.#node();
    const isPublished =
      api.find(kinds.resourceSlice, undefined, gpuSliceName(this.nodeName)) !== null;
    if (node === null || isPublished || !hasGpuDriver(api.list(kinds.deviceClass))) return;
    const slice = gpuSlice(instance, node);
    if (slice !== null) api.create(kinds.resourceSlice, undefined, slice);
  }

  #reportConditions(): void {
    const { api, instance } = this.#options;
    const node = this.#node();
    if (node === null) return;
    api.updateStatus(kinds.node, node, (current) => {
      const before = current.status?.conditions ?? [];
      const conditions = nodeConditions(instance, true, api.now()).map((condition) => {
        const known = before.find(({ type }) => type === condition.type);
        const isSame = known?.status === condition.status;
        return isSame
          ? { ...condition, lastTransitionTime: known.lastTransitionTime ?? null }
          : condition;
      });
      const own = [gpuConditionType, ...conditions.map(({ type }) => type)];
      const others = before.filter(({ type }) => !own.includes(type));
      return { ...current, status: { ...current.status, conditions: [...conditions, ...others] } };
    });
  }

  #node(): Node | null {
    const node = this.#options.api.find(kinds.node, undefined, this.nodeName);
    return node?.spec.providerID === providerId(this.#options.instance) ? node : null;
  }

  #renewLease(): void {
    this.#after(renewEveryRealMs * this.#options.clock.speed, () => this.#renewLease());
    const node = this.#node();
    if (node === null) return;
    const { api } = this.#options;
    const renewTime = toMicroTimestamp(api.now());
    const lease = api.find(kinds.lease, leaseNamespace, this.nodeName);
    if (lease === null) this.#createLease(node, renewTime);
    else {
      api.update(kinds.lease, lease, (current) => ({
        ...current,
        spec: { ...current.spec, renewTime },
      }));
    }
    this.#renewals += 1;
    if (this.#isReady && this.#renewals % renewalsPerHeartbeat === 0) this.#reportConditions();
  }

  #createLease({ metadata }: Node, renewTime: string): void {
    const { name, uid } = metadata;
    this.#options.api.create(kinds.lease, leaseNamespace, {
      metadata: { name, ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name, uid }] },
      spec: { holderIdentity: name, leaseDurationSeconds: 40, renewTime },
    });
  }
}
