import type {
  ActingLeaseAnswer,
  ActingLeaseClaim,
  CachedCapacityBuffer,
  CachedNode,
  CachedNodeOverlay,
  CachedPendingPod,
  CachedStandaloneClaim,
  ClusterCache,
  ClusterConnectionDetails,
  ClusterGateway,
  ClusterView,
  DefinitionStatus,
  EvictionAnswer,
  ForeignNodePool,
  MissingPermissions,
  NodeClaim,
  NodeClaimEvent,
  NodeClaimObjectContext,
  NodeClaimObjectRef,
  NodeClaimRefusal,
  NodeClaimToCreate,
  NodeSync,
  ObservedControllers,
  PodRef,
  PodTemplateRef,
  ReadPodTemplate,
} from '@kerf/application';
import { type Instant, invariant, labelKeys, taintKeys, terminationFinalizer } from '@kerf/core';
import type { BoundPod, Pod, PodSpec, Taint } from '@kerf/engine';

/**
 * A cluster in memory: the content of the cluster cache, and the effect of the gateway's writes on
 * it.
 */
export class FakeCluster implements ClusterCache, ClusterGateway {
  readonly nodes = new Map<string, CachedNode>();
  readonly pending = new Map<string, CachedPendingPod>();
  /** NodeClaim objects by name. */
  readonly nodeClaims = new Map<string, NodeClaim>();
  /** Reasons of the condition `Drifted` of NodeClaim objects, by name. */
  readonly driftedNodeClaims = new Map<string, string>();
  /** Status of NodePool and EC2NodeClass objects, by `kind/name`. */
  readonly statuses = new Map<string, DefinitionStatus>();
  /** Uids of pods that a PodDisruptionBudget blocks. */
  readonly protectedPods = new Set<string>();
  /** If true, the scheduler does not run: pods stay pending. */
  isSchedulerDown = false;
  /** If true, evicted pods are created again as pending pods, as a ReplicaSet does. */
  respawns = false;
  #respawned = 0;
  /** The Karpenter controllers in the cluster. */
  controllers: ObservedControllers = { leases: [], deployments: [] };
  /** The holder of the lease of acting controllers. */
  actingLease: { readonly holder: string; readonly revision: string } | null = null;
  foreignNodePools: readonly ForeignNodePool[] = [];
  /** NodeClaim objects of an earlier Karpenter. */
  adoptableNodeClaims: readonly NodeClaimEvent[] = [];
  /** Kinds that the cluster has and Kerf may not read. */
  unreadableKinds: readonly string[] = [];
  /** Endpoints that the operator trusts, whatever EKS returns. */
  readonly trustedEndpoints = new Set<string>();
  /** NodePool objects that are being deleted and have a finalizer. */
  deletingNodePools: readonly string[] = [];
  /** Permissions that Kerf does not have. */
  missing: MissingPermissions = { needed: [], extra: [] };
  /** Pod specs of workloads and templates, by `kind/namespace/name`. */
  readonly templates = new Map<string, ReadPodTemplate>();
  /** Standalone NodeClaim objects, by name. */
  readonly #standalone = new Map<string, CachedStandaloneClaim>();
  /** Why a standalone NodeClaim is not launched, by name. */
  readonly refusals = new Map<string, NodeClaimRefusal>();
  #nodeOverlays: readonly CachedNodeOverlay[] = [];
  #capacityBuffers: readonly CachedCapacityBuffer[] = [];
  readonly #now: () => Instant;
  readonly #clusterId: string;

  constructor(clusterId: string, now: () => Instant) {
    this.#clusterId = clusterId;
    this.#now = now;
  }

  view(): ClusterView {
    return {
      clusterId: this.#clusterId,
      asOf: this.#now(),
      nodes: [...this.nodes.values()],
      pendingPods: [...this.pending.values()],
      daemonSets: [],
      podDisruptionBudgets: [],
      namespaces: [{ name: 'default', labels: {} }],
      deletingNodePools: this.deletingNodePools,
      nodeClaimNames: [...new Set([...this.nodeClaims.keys(), ...this.#standalone.keys()])],
      controllers: this.controllers,
      foreignNodePools: this.foreignNodePools,
      adoptableNodeClaims: this.adoptableNodeClaims,
      driftedNodeClaims: Array.from(this.driftedNodeClaims, ([name, reason]) => ({ name, reason })),
      standaloneNodeClaims: [...this.#standalone.values()],
      nodeOverlays: this.#nodeOverlays,
      capacityBuffers: this.#capacityBuffers,
      unreadableKinds: this.unreadableKinds,
    };
  }

  /** Adds pending pods of one deployment that fit on no node. */
  addPendingPods(
    count: number,
    requests: { cpu: number; memory: number; [resource: string]: number },
  ): readonly string[] {
    const from = this.pending.size + 1;
    const uids = Array.from({ length: count }, (_, index) => `pod-${from + index}`);
    const spec = podSpec({ ...requests, pods: 1 });
    this.addPods(uids.map((uid) => ({ uid, name: uid, spec, createdAt: this.#now() })));
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
        schedulerMessage: '0/0 nodes are available',
      });
    }
  }

  /** Applies a standalone NodeClaim. */
  applyStandaloneClaim(
    claim: Pick<CachedStandaloneClaim, 'name' | 'uid' | 'spec'> & Partial<CachedStandaloneClaim>,
  ): void {
    this.#standalone.set(claim.name, {
      labels: {},
      annotations: {},
      createdAt: this.#now(),
      deletionRequestedAt: null,
      hasTerminationFinalizer: false,
      ...claim,
    });
  }

  /** Deletes a standalone NodeClaim: it is removed at once if it has no finalizer. */
  deleteStandaloneClaim(name: string): void {
    const object = this.#standalone.get(name);
    if (object === undefined) return;
    if (!object.hasTerminationFinalizer) this.#standalone.delete(name);
    else this.#standalone.set(name, { ...object, deletionRequestedAt: this.#now() });
  }

  /** Sets the label of a NodePool on it. */
  labelWithPool(name: string): void {
    this.#standalone.delete(name);
  }

  standaloneClaim(name: string): CachedStandaloneClaim | null {
    return this.#standalone.get(name) ?? null;
  }

  /** Applies a NodeOverlay. */
  applyNodeOverlay(name: string, spec: Readonly<Record<string, unknown>>): void {
    const others = this.#nodeOverlays.filter((overlay) => overlay.name !== name);
    this.#nodeOverlays = [...others, { name, uid: `uid-${name}`, generation: 1, spec }];
  }

  removeNodeOverlay(name: string): void {
    this.#nodeOverlays = this.#nodeOverlays.filter((overlay) => overlay.name !== name);
  }

  /** Applies a CapacityBuffer in `default`. */
  applyCapacityBuffer(name: string, spec: Readonly<Record<string, unknown>>): void {
    const others = this.#capacityBuffers.filter((buffer) => buffer.name !== name);
    const named = { namespace: 'default', name, uid: `uid-${name}`, generation: 1 };
    this.#capacityBuffers = [...others, { ...named, spec }];
  }

  removeCapacityBuffer(name: string): void {
    this.#capacityBuffers = this.#capacityBuffers.filter((buffer) => buffer.name !== name);
  }

  /** Creates a Deployment in `default` whose pods have these requests. */
  deploy(name: string, replicas: number, requests: { cpu: number; memory: number }): void {
    this.templates.set(`Deployment/default/${name}`, {
      podSpec: podSpec({ ...requests, pods: 1 }),
      replicas,
      generation: 1,
    });
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
      capacity: instance.capacity,
      allocatable: instance.allocatable,
      isReady: false,
      readyChangedAt: this.#now(),
      isCordoned: false,
      createdAt: this.#now(),
      deletionRequestedAt: null,
      volumeLimits: {},
      pods: [],
    });
  }

  makeReady(): void {
    for (const name of this.nodes.keys()) this.#change(name, { isReady: true });
  }

  /** Binds every pending pod to the first node without taints that has enough capacity. */
  schedule(): void {
    if (this.isSchedulerDown) return;
    for (const [uid, { pod, ownerKind, ownerName }] of this.pending) {
      const node = [...this.nodes.values()].find(
        (candidate) =>
          candidate.taints.length === 0 && candidate.isReady && hasCapacity(candidate, pod.spec),
      );
      if (node === undefined) continue;
      this.pending.delete(uid);
      const bound: BoundPod = {
        ...pod,
        ownerKind,
        ownerName,
        isTerminal: false,
        isTerminating: false,
        terminatesAt: null,
        gracePeriodMs: 30_000,
        isReady: true,
        startedAt: this.#now(),
        doNotDisrupt: null,
        deletionCost: 0,
      };
      this.#change(node.name, { pods: [...node.pods, bound] });
    }
  }

  /** Ends all pods: the deployment is scaled to 0. */
  removePods(): void {
    this.pending.clear();
    for (const name of this.nodes.keys()) this.#change(name, { pods: [] });
  }

  trustsEndpoint(endpoint: string): boolean {
    return this.trustedEndpoints.has(endpoint);
  }
  version(_cluster?: ClusterConnectionDetails) {
    return Promise.resolve({ kubernetesVersion: 'v1.36.4' });
  }

  missingPermissions(): Promise<MissingPermissions> {
    return Promise.resolve(this.missing);
  }

  customResources(): Promise<readonly string[]> {
    return Promise.resolve([
      'nodepools.karpenter.sh',
      'nodeclaims.karpenter.sh',
      'ec2nodeclasses.karpenter.k8s.aws',
    ]);
  }

  findControllers(): Promise<ObservedControllers> {
    return Promise.resolve(this.controllers);
  }

  claimActingLease(_cluster: unknown, claim: ActingLeaseClaim): Promise<ActingLeaseAnswer> {
    const { actingLease: lease } = this;
    const isOthers = lease !== null && lease.holder !== claim.holder;
    if (isOthers && lease.revision !== claim.expiredRevision) {
      return Promise.resolve({ kind: 'HeldByOther', ...lease, durationMs: claim.durationMs });
    }
    this.actingLease = { holder: claim.holder, revision: `${this.#now()}` };
    return Promise.resolve({ kind: 'Held' });
  }

  syncRegisteredNode(_cluster: unknown, sync: NodeSync): Promise<void> {
    const node = this.nodes.get(sync.nodeName);
    if (node === undefined) return Promise.resolve();
    this.#change(sync.nodeName, {
      labels: { ...node.labels, ...sync.labels, [labelKeys.registered]: 'true' },
      annotations: { ...node.annotations, ...sync.annotations },
      taints: [...node.taints.filter(({ key }) => key !== taintKeys.unregistered), ...sync.taints],
      finalizers: [terminationFinalizer],
    });
    return Promise.resolve();
  }

  markInitialized(_cluster: unknown, nodeName: string): Promise<void> {
    return this.setNodeLabels(_cluster, nodeName, { [labelKeys.initialized]: 'true' });
  }

  addTaint(_cluster: unknown, nodeName: string, taint: Taint): Promise<void> {
    const node = this.nodes.get(nodeName);
    if (node !== undefined && !node.taints.some(({ key }) => key === taint.key)) {
      this.#change(nodeName, { taints: [...node.taints, taint] });
    }
    return Promise.resolve();
  }

  removeTaint(_cluster: unknown, nodeName: string, taintKey: string): Promise<void> {
    const node = this.nodes.get(nodeName);
    if (node !== undefined) {
      this.#change(nodeName, { taints: node.taints.filter(({ key }) => key !== taintKey) });
    }
    return Promise.resolve();
  }

  setNodeLabels(
    _cluster: unknown,
    nodeName: string,
    labels: Readonly<Record<string, string>>,
  ): Promise<void> {
    const node = this.nodes.get(nodeName);
    if (node !== undefined) this.#change(nodeName, { labels: { ...node.labels, ...labels } });
    return Promise.resolve();
  }

  removeNode(_cluster: unknown, nodeName: string): Promise<void> {
    this.nodes.delete(nodeName);
    return Promise.resolve();
  }

  evict(_cluster: unknown, { uid }: PodRef): Promise<EvictionAnswer> {
    if (this.protectedPods.has(uid)) {
      return Promise.resolve({ kind: 'Blocked', message: 'needs 1 healthy pod', pdb: 'web' });
    }
    return Promise.resolve(this.#removePod(uid) ? { kind: 'Accepted' } : { kind: 'Gone' });
  }

  deletePod(_cluster: unknown, { uid }: PodRef): Promise<void> {
    this.#removePod(uid);
    return Promise.resolve();
  }

  createNodeClaims(_cluster: unknown, claims: readonly NodeClaimToCreate[]): Promise<void> {
    for (const { claim } of claims) {
      if (!this.nodeClaims.has(claim.name)) this.nodeClaims.set(claim.name, claim);
    }
    return Promise.resolve();
  }

  applyNodeClaim(
    _cluster: unknown,
    claim: NodeClaim,
    { drifted }: NodeClaimObjectContext,
  ): Promise<void> {
    if (drifted === null) this.driftedNodeClaims.delete(claim.name);
    else this.driftedNodeClaims.set(claim.name, drifted);
    const object = this.#standalone.get(claim.name);
    if (claim.standalone === null) this.nodeClaims.set(claim.name, claim);
    else if (object?.uid === claim.standalone.objectUid) {
      this.#standalone.set(claim.name, { ...object, hasTerminationFinalizer: true });
      this.nodeClaims.set(claim.name, claim);
    }
    return Promise.resolve();
  }

  applyNodeClaimRefusal(
    _cluster: unknown,
    { name }: NodeClaimObjectRef,
    refusal: NodeClaimRefusal,
  ): Promise<void> {
    this.refusals.set(name, refusal);
    return Promise.resolve();
  }

  removeNodeClaim(
    _cluster: unknown,
    { name, standalone }: Pick<NodeClaim, 'name' | 'standalone'>,
  ): Promise<void> {
    if (standalone?.objectUid !== this.#standalone.get(name)?.uid) return Promise.resolve();
    this.#standalone.delete(name);
    this.nodeClaims.delete(name);
    this.driftedNodeClaims.delete(name);
    return Promise.resolve();
  }

  applyDefinition(): Promise<void> {
    return Promise.resolve();
  }

  removeDefinition(): Promise<void> {
    return Promise.resolve();
  }

  applyDefinitionStatus(
    _cluster: unknown,
    kind: string,
    name: string,
    status: DefinitionStatus,
  ): Promise<void> {
    this.statuses.set(`${kind}/${name}`, status);
    return Promise.resolve();
  }

  readPodTemplate(_cluster: unknown, ref: PodTemplateRef): Promise<ReadPodTemplate | null> {
    const { kind, namespace, name } = ref;
    return Promise.resolve(this.templates.get(`${kind}/${namespace}/${name}`) ?? null);
  }

  applyBufferStatus(
    _cluster: unknown,
    { namespace, name }: { readonly namespace: string; readonly name: string },
    status: DefinitionStatus,
  ): Promise<void> {
    this.statuses.set(`CapacityBuffer/${namespace}/${name}`, status);
    return Promise.resolve();
  }

  recordEvent(): Promise<void> {
    return Promise.resolve();
  }

  #removePod(uid: string): boolean {
    for (const node of this.nodes.values()) {
      const removed = node.pods.find((pod) => pod.uid === uid);
      if (removed === undefined) continue;
      this.#change(node.name, { pods: node.pods.filter((pod) => pod.uid !== uid) });
      if (this.respawns) this.#respawn(removed);
      return true;
    }
    return false;
  }

  #respawn({ spec, ownerKind, ownerName }: BoundPod): void {
    this.#respawned += 1;
    const uid = `respawned-${this.#respawned}`;
    this.pending.set(uid, {
      pod: { uid, name: uid, spec, createdAt: this.#now() },
      ownerKind,
      ownerName,
      isProvisionable: true,
      schedulerMessage: 'no node has enough capacity',
    });
  }

  #change(nodeName: string, change: Partial<CachedNode>): void {
    const node = this.nodes.get(nodeName);
    invariant(node !== undefined, `there is no node ${nodeName}`);
    this.nodes.set(nodeName, { ...node, ...change });
  }
}

function hasCapacity(node: CachedNode, { requests }: PodSpec): boolean {
  return Object.entries(requests).every(([resource, amount]) => {
    const used = node.pods.reduce((sum, pod) => sum + (pod.spec.requests[resource] ?? 0), 0);
    return used + amount <= (node.allocatable[resource] ?? 0);
  });
}

function podSpec(requests: Readonly<Record<string, number>>): PodSpec {
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
