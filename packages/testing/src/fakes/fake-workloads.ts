import type {
  CachedNode,
  CachedPendingPod,
  ExpectedPods,
  NodeClaim,
  WorkloadSelector,
} from '@kerf/application';
import { type Instant, invariant, labelKeys, taintKeys } from '@kerf/core';
import type { BoundPod, NodeDevices, Pod, PodSpec, ResourceList } from '@kerf/engine';

/** Nodes and pods in memory, with what kubelets, the scheduler and ReplicaSets do to them. */
export class FakeWorkloads {
  readonly nodes = new Map<string, CachedNode>();
  readonly pending = new Map<string, CachedPendingPod>();
  /** Pods that controllers have not created yet. */
  expectedPods: readonly ExpectedPods[] = [];
  /** Selectors of Services and controllers. */
  workloadSelectors: readonly WorkloadSelector[] = [];
  /** Uids of pods that a PodDisruptionBudget blocks. */
  readonly protectedPods = new Set<string>();
  /** If true, the scheduler does not run: pods stay pending. */
  isSchedulerDown = false;
  /** If true, nodes join and do not become ready. */
  areNodesStarting = false;
  /** If true, evicted pods are created again as pending pods, as a ReplicaSet does. */
  respawns = false;
  /** Requests of pods that are created again, by their label `app`; those of the evicted pod if absent. */
  readonly requestsByApp = new Map<string, PodSpec['requests']>();
  /** Bytes of memory that nodes report less than their instance type was planned with. */
  missingMemoryBytes = 0;
  #respawned = 0;
  readonly now: () => Instant;

  constructor(now: () => Instant) {
    this.now = now;
  }

  /** Adds pending pods of one deployment that fit on no node. */
  addPendingPods(
    count: number,
    requests: { cpu: number; memory: number; [resource: string]: number },
  ): readonly string[] {
    const from = this.pending.size + 1;
    const uids = Array.from({ length: count }, (_, index) => `pod-${from + index}`);
    const spec = podSpecOf({ ...requests, pods: 1 });
    this.addPods(uids.map((uid) => ({ uid, name: uid, spec, createdAt: this.now() })));
    return uids;
  }

  /** Adds pods that the scheduler has marked unschedulable. */
  addPods(pods: readonly Pod[]): void {
    for (const pod of pods) {
      this.pending.set(pod.uid, {
        pod,
        ownerKind: 'ReplicaSet',
        ownerName: 'inflate',
        isProvisionable: true,
        isUntried: false,
        schedulerMessage: '0/0 nodes are available',
      });
    }
  }

  /** Adds pods that the scheduler has not tried yet. */
  addUntriedPods(pods: readonly Pod[], ownerName = 'inflate'): void {
    this.addPods(pods);
    const change = { isProvisionable: false, isUntried: true, ownerName };
    for (const { uid } of pods) this.#change(uid, change);
  }

  /** Marks a pending pod as unschedulable, as the scheduler does when it fits on no node. */
  markUnschedulable(uid: string): void {
    this.#change(uid, { isProvisionable: true, isUntried: false });
  }

  #change(uid: string, change: Partial<CachedPendingPod>): void {
    const pending = this.pending.get(uid);
    invariant(pending !== undefined, `there is no pending pod ${uid}`);
    this.pending.set(uid, { ...pending, ...change });
  }

  /** Registers the node of an instance, as its kubelet does with the user data. */
  joinNode(claim: NodeClaim): void {
    const { instance } = claim;
    invariant(instance !== null, 'only a launched claim can join');
    this.nodes.set(`node-${instance.instanceId}`, {
      name: `node-${instance.instanceId}`,
      uid: `uid-${instance.instanceId}`,
      providerId: instance.providerId,
      labels: { ...instance.labels, [labelKeys.hostname]: instance.instanceId },
      annotations: {},
      taints: [{ key: taintKeys.unregistered, value: '', effect: 'NoExecute' }],
      finalizers: [],
      capacity: this.#withoutMissing(instance.capacity),
      allocatable: this.#withoutMissing(instance.allocatable),
      bootId: `boot-1-of-${instance.instanceId}`,
      isReady: false,
      readyChangedAt: this.now(),
      isCordoned: false,
      createdAt: this.now(),
      deletionRequestedAt: null,
      volumeLimits: {},
      volumeAttachments: [],
      unhealthyConditions: [],
      pods: [],
    });
  }

  #withoutMissing(planned: ResourceList): ResourceList {
    return { ...planned, memory: (planned['memory'] ?? 0) - this.missingMemoryBytes };
  }

  makeReady(): void {
    if (this.areNodesStarting) return;
    for (const name of this.nodes.keys()) this.changeNode(name, { isReady: true });
  }

  /** Binds every pending pod to the first node without taints that has enough capacity and devices. */
  schedule(): void {
    if (this.isSchedulerDown) return;
    for (const [uid, { pod, ownerKind, ownerName }] of this.pending) {
      const node = [...this.nodes.values()].find(
        (candidate) =>
          candidate.taints.length === 0 &&
          candidate.isReady &&
          fits(candidate, pod.spec) &&
          freeDevices(candidate) >= claimedDevices(pod.spec),
      );
      if (node === undefined) continue;
      this.pending.delete(uid);
      const bound: BoundPod = {
        ...pod,
        spec: allocatedTo(node.name, pod.spec),
        ownerKind,
        ownerName,
        isTerminal: false,
        isTerminating: false,
        terminatesAt: null,
        gracePeriodMs: 30_000,
        isReady: true,
        startedAt: this.now(),
        doNotDisrupt: null,
        deletionCost: 0,
      };
      this.changeNode(node.name, { pods: [...node.pods, bound], ...holding(node, pod.spec) });
    }
  }

  /** Ends all pods: the deployment is scaled to 0. */
  removePods(): void {
    this.pending.clear();
    for (const name of this.nodes.keys()) this.changeNode(name, { pods: [] });
  }

  /** Ends a node with its pods, as when its instance is gone. */
  loseNode(nodeName: string): void {
    for (const { uid } of this.nodes.get(nodeName)?.pods ?? []) this.removePod(uid);
    this.nodes.delete(nodeName);
  }

  /** Removes a pod from its node; returns false if no node has it. */
  removePod(uid: string): boolean {
    for (const node of this.nodes.values()) {
      const removed = node.pods.find((pod) => pod.uid === uid);
      if (removed === undefined) continue;
      this.changeNode(node.name, { pods: node.pods.filter((pod) => pod.uid !== uid) });
      if (this.respawns) this.#respawn(removed);
      return true;
    }
    return false;
  }

  #respawn({ spec: evicted, ownerKind, ownerName }: BoundPod): void {
    this.#respawned += 1;
    const uid = `respawned-${this.#respawned}`;
    const requests = this.requestsByApp.get(evicted.labels['app'] ?? '');
    const spec = requests === undefined ? evicted : resized(evicted, requests);
    this.pending.set(uid, {
      pod: { uid, name: uid, spec, createdAt: this.now() },
      ownerKind,
      ownerName,
      isProvisionable: true,
      isUntried: false,
      schedulerMessage: '0/1 nodes are available',
    });
  }

  changeNode(nodeName: string, change: Partial<CachedNode>): void {
    const node = this.nodes.get(nodeName);
    invariant(node !== undefined, `there is no node ${nodeName}`);
    this.nodes.set(nodeName, { ...node, ...change });
  }
}

function fits(node: CachedNode, { requests }: PodSpec): boolean {
  return Object.entries(requests).every(([resource, amount]) => {
    const used = node.pods.reduce((sum, pod) => sum + (pod.spec.requests[resource] ?? 0), 0);
    return used + amount <= (node.allocatable[resource] ?? 0);
  });
}

const claimedDevices = ({ deviceClaims = [] }: PodSpec): number =>
  deviceClaims
    .flatMap(({ requests }) => requests)
    .reduce((sum, { alternatives: [first] }) => sum + (first?.count ?? 0), 0);

const freeDevices = ({ devices }: CachedNode): number =>
  devices?.devices.filter(({ isHeld }) => isHeld !== true).length ?? 0;

/** Returns the spec as it is once its claims have devices of the node. */
function allocatedTo(node: string, spec: PodSpec): PodSpec {
  const { key, deviceClaims } = spec;
  if (deviceClaims === undefined) return spec;
  const allocation = { node, isKept: false };
  return {
    ...spec,
    key: `${key} on ${node}`,
    deviceClaims: deviceClaims.map((claim) => ({ ...claim, allocation })),
  };
}

/** Returns the devices of the node, of which the pod holds the first free ones. */
function holding({ devices }: CachedNode, spec: PodSpec): { readonly devices?: NodeDevices } {
  let left = claimedDevices(spec);
  if (devices === undefined || left === 0) return {};
  const held = devices.devices.map((device) => {
    if (device.isHeld === true || left === 0) return device;
    left -= 1;
    return { ...device, isHeld: true as const };
  });
  return { devices: { ...devices, devices: held } };
}

/** Returns the spec with other requests; pods with equal keys have equal specs. */
const resized = (spec: PodSpec, requests: PodSpec['requests']): PodSpec => ({
  ...spec,
  key: `${spec.labels['app'] ?? ''} ${JSON.stringify(requests)}`,
  requests,
});

/** Returns the spec of a pod that only has requests. */
export function podSpecOf(requests: Readonly<Record<string, number>>): PodSpec {
  return {
    key: JSON.stringify(requests),
    namespace: 'default',
    labels: { app: 'inflate' },
    requests,
    priority: 0,
    tolerations: [],
    nodeSelector: {},
    requiredNodeAffinity: [],
    preferredNodeAffinity: [],
    topologySpread: [],
    podAffinity: { required: [], preferred: [] },
    podAntiAffinity: { required: [], preferred: [] },
    hostPorts: [],
    volumes: [],
  };
}
