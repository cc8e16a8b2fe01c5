import type {
  ActingLeaseAnswer,
  ActingLeaseClaim,
  AnnotationAnswer,
  AnnotationChange,
  CachedCapacityBuffer,
  CachedNode,
  CachedNodeOverlay,
  CachedPendingPod,
  CachedStandaloneClaim,
  ClusterCache,
  ClusterConnectionDetails,
  ClusterGateway,
  ClusterView,
  Definition,
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
  NodeClassObject,
  NodeSync,
  ObservedControllers,
  PodRef,
  PodTemplateRef,
  ReadPodTemplate,
  ShownConditions,
} from '@kerf/application';
import { NumberedViews } from '@kerf/application';
import {
  annotationKeys,
  type DurationMs,
  type Instant,
  labelKeys,
  taintKeys,
  terminationFinalizer,
} from '@kerf/core';
import type { BoundPod, PodDisruptionBudget, Taint } from '@kerf/engine';
import { FakeWorkloads, podSpecOf } from './fake-workloads.js';
import { KeptList } from './kept-list.js';

/** Returns true for a node that stays when it is deleted. */
const isHeld = ({ finalizers }: CachedNode): boolean => finalizers.includes(terminationFinalizer);

const defaultNamespaces = [{ name: 'default', labels: {} }];

/**
 * A cluster in memory: the content of the cluster cache, and the effect of the gateway's writes on
 * it.
 */
export class FakeCluster extends FakeWorkloads implements ClusterCache, ClusterGateway {
  /** NodeClaim objects by name. */
  readonly nodeClaims = new Map<string, NodeClaim>();
  /** When NodeClaim objects were deleted that their finalizer keeps, by name. */
  readonly deletedNodeClaims = new Map<string, Instant>();
  /** Reasons of the condition `Drifted` of NodeClaim objects, by name. */
  readonly driftedNodeClaims = new Map<string, string>();
  /** Other conditions of NodeClaim objects, by name. */
  readonly otherConditions = new Map<string, Omit<ShownConditions, 'name' | 'drifted'>>();
  /** Status of NodePool and EC2NodeClass objects, by `kind/name`. */
  readonly statuses = new Map<string, DefinitionStatus>();
  /** NodePool and EC2NodeClass objects that Kerf has written, as `kind/name`. */
  readonly definitionObjects = new Set<string>();
  /** The Karpenter controllers in the cluster. */
  controllers: ObservedControllers = { leases: [], deployments: [] };
  /** The holder of the lease of acting controllers. */
  actingLease: { readonly holder: string; readonly revision: string } | null = null;
  foreignNodePools: readonly ForeignNodePool[] = [];
  /** NodeClaim objects of an earlier Karpenter. */
  adoptableNodeClaims: readonly NodeClaimEvent[] = [];
  /** Kinds that the cluster has and Kerf may not read. */
  unreadableKinds: readonly string[] = [];
  silentKinds: readonly string[] = [];
  /** How far the clock of the API server is ahead of Kerf's. */
  aheadMs: DurationMs | null = 0;
  /** The PodDisruptionBudgets that the cache shows; {@link protectedPods} is what blocks evictions. */
  podDisruptionBudgets: readonly PodDisruptionBudget[] = [];
  /** `maxUnavailable` of PodDisruptionBudgets on the label `app`, by its value. */
  readonly maxUnavailableByApp = new Map<string, number>();
  /** Endpoints that the operator trusts, whatever EKS returns. */
  readonly trustedEndpoints = new Set<string>();
  /** NodePool objects that are being deleted and have a finalizer. */
  deletingNodePools: readonly string[] = [];
  nodeClassObjects: readonly NodeClassObject[] = [];
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
  readonly #lists = {
    nodes: new KeptList<CachedNode>(),
    pendingPods: new KeptList<CachedPendingPod>(),
    podDisruptionBudgets: new KeptList<PodDisruptionBudget>(),
    nodeClaimNames: new KeptList<string>(),
    nodeClaimConditions: new KeptList<ShownConditions>(),
    standaloneNodeClaims: new KeptList<CachedStandaloneClaim>(),
  };
  readonly #clusterId: string;
  readonly #views = new NumberedViews();

  constructor(clusterId: string, now: () => Instant) {
    super(now);
    this.#clusterId = clusterId;
  }

  clockAheadMs(): DurationMs | null {
    return this.aheadMs;
  }

  /** Lists keep their identity until their content changes, as in the cluster cache. */
  view(): ClusterView {
    const lists = this.#lists;
    return this.#views.number({
      clusterId: this.#clusterId,
      asOf: this.now(),
      nodes: lists.nodes.keep([...this.nodes.values()]),
      pendingPods: lists.pendingPods.keep([...this.pending.values()]),
      expectedPods: this.expectedPods,
      workloadSelectors: this.workloadSelectors,
      daemonSets: [],
      podDisruptionBudgets: lists.podDisruptionBudgets.keep([
        ...this.podDisruptionBudgets,
        ...this.#budgetsByApp(),
      ]),
      namespaces: defaultNamespaces,
      deletingNodePools: this.deletingNodePools,
      nodeClassObjects: this.nodeClassObjects,
      nodeClaimNames: lists.nodeClaimNames.keep([
        ...new Set([...this.nodeClaims.keys(), ...this.#standalone.keys()]),
      ]),
      controllers: this.controllers,
      foreignNodePools: this.foreignNodePools,
      adoptableNodeClaims: this.adoptableNodeClaims,
      nodeClaimConditions: lists.nodeClaimConditions.keep(this.#nodeClaimConditions()),
      standaloneNodeClaims: lists.standaloneNodeClaims.keep([...this.#standalone.values()]),
      nodeOverlays: this.#nodeOverlays,
      capacityBuffers: this.#capacityBuffers,
      unreadableKinds: this.unreadableKinds,
      silentKinds: this.silentKinds,
    });
  }

  #budgetsByApp(): readonly PodDisruptionBudget[] {
    return Array.from(this.maxUnavailableByApp.keys(), (app) => ({
      namespace: 'default',
      name: `${app}-available`,
      selector: { matchLabels: { app }, matchExpressions: [] },
      disruptionsAllowed: this.#disruptionsAllowed(app),
      unhealthyPodEvictionPolicy: 'IfHealthyBudget',
    }));
  }

  /** Pods that are not bound yet are unavailable. */
  #disruptionsAllowed(app: string): number {
    const max = this.maxUnavailableByApp.get(app) ?? Infinity;
    const pods = [...this.pending.values()].map(({ pod }) => pod);
    const unavailable = pods.filter(({ spec }) => spec.labels['app'] === app).length;
    return Math.max(0, max - unavailable);
  }

  #nodeClaimConditions(): readonly ShownConditions[] {
    const none = { consolidatable: false, consistent: null, disruption: null };
    const names = new Set([...this.driftedNodeClaims.keys(), ...this.otherConditions.keys()]);
    return Array.from(names, (name) => ({
      name,
      drifted: this.driftedNodeClaims.get(name) ?? null,
      ...(this.otherConditions.get(name) ?? none),
    }));
  }

  /** Applies a standalone NodeClaim. */
  applyStandaloneClaim(
    claim: Pick<CachedStandaloneClaim, 'name' | 'uid' | 'spec'> & Partial<CachedStandaloneClaim>,
  ): void {
    this.#standalone.set(claim.name, {
      labels: {},
      annotations: {},
      createdAt: this.now(),
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
    else this.#standalone.set(name, { ...object, deletionRequestedAt: this.now() });
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
      podSpec: podSpecOf({ ...requests, pods: 1 }),
      replicas,
      generation: 1,
    });
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
    this.actingLease = { holder: claim.holder, revision: `${this.now()}` };
    return Promise.resolve({ kind: 'Held' });
  }

  syncRegisteredNode(_cluster: unknown, sync: NodeSync): Promise<void> {
    const node = this.nodes.get(sync.nodeName);
    if (node === undefined) return Promise.resolve();
    this.changeNode(sync.nodeName, {
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
      this.changeNode(nodeName, { taints: [...node.taints, taint] });
    }
    return Promise.resolve();
  }

  removeTaint(_cluster: unknown, nodeName: string, taintKey: string): Promise<void> {
    const node = this.nodes.get(nodeName);
    if (node !== undefined) {
      this.changeNode(nodeName, { taints: node.taints.filter(({ key }) => key !== taintKey) });
    }
    return Promise.resolve();
  }

  setNodeLabels(
    _cluster: unknown,
    nodeName: string,
    labels: Readonly<Record<string, string | null>>,
  ): Promise<void> {
    const node = this.nodes.get(nodeName);
    if (node !== undefined) {
      const changed = Object.entries({ ...node.labels, ...labels });
      const kept = changed.flatMap(([key, value]) =>
        value === null ? [] : [[key, value] as const],
      );
      this.changeNode(nodeName, { labels: Object.fromEntries(kept) });
    }
    return Promise.resolve();
  }

  deleteNode(_cluster: unknown, nodeName: string, providerId?: string): Promise<void> {
    const node = this.nodes.get(nodeName);
    const isMeant = providerId === undefined || node?.providerId === providerId;
    if (node?.deletionRequestedAt === null && isMeant && isHeld(node)) {
      this.changeNode(nodeName, { deletionRequestedAt: this.now() });
    }
    return Promise.resolve();
  }

  removeNode(_cluster: unknown, nodeName: string, providerId?: string): Promise<void> {
    const isMeant = providerId === undefined || this.nodes.get(nodeName)?.providerId === providerId;
    if (isMeant) this.nodes.delete(nodeName);
    return Promise.resolve();
  }

  evict(_cluster: unknown, { uid }: PodRef): Promise<EvictionAnswer> {
    if (this.protectedPods.has(uid)) {
      return Promise.resolve({ kind: 'Blocked', message: 'needs 1 healthy pod', pdb: 'web' });
    }
    const pods = [...this.nodes.values()].flatMap((node) => node.pods);
    const app = pods.find((pod) => pod.uid === uid)?.spec.labels['app'] ?? '';
    if (this.#disruptionsAllowed(app) === 0) {
      const pdb = `${app}-available`;
      return Promise.resolve({ kind: 'Blocked', message: 'needs more healthy pods', pdb });
    }
    return Promise.resolve(this.removePod(uid) ? { kind: 'Accepted' } : { kind: 'Gone' });
  }

  /** Keeps what the cluster cache reads of the annotations. */
  annotatePod(
    _cluster: unknown,
    { uid }: PodRef,
    { to }: AnnotationChange,
  ): Promise<AnnotationAnswer> {
    for (const node of this.nodes.values()) {
      if (!node.pods.some((pod) => pod.uid === uid)) continue;
      const pods = node.pods.map((pod) => (pod.uid === uid ? withCosts(pod, to) : pod));
      this.changeNode(node.name, { pods });
    }
    return Promise.resolve('Written');
  }

  deletePod(_cluster: unknown, { uid }: PodRef): Promise<void> {
    this.removePod(uid);
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
    context: NodeClaimObjectContext,
  ): Promise<void> {
    const { drifted, consolidatableSince, disruption } = context;
    // As in the API, a condition that is not known stays.
    const consistent =
      context.consistent ?? this.otherConditions.get(claim.name)?.consistent ?? null;
    this.otherConditions.set(claim.name, {
      consolidatable: consolidatableSince !== null,
      consistent,
      disruption: claim.termination?.reason ?? disruption,
    });
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

  deleteNodeClaim(
    _cluster: unknown,
    { name, standalone }: Pick<NodeClaim, 'name' | 'standalone'>,
  ): Promise<void> {
    if (standalone?.objectUid !== this.#standalone.get(name)?.uid) return Promise.resolve();
    if (this.#standalone.get(name)?.hasTerminationFinalizer === true) {
      this.deleteStandaloneClaim(name);
    }
    if (this.nodeClaims.has(name) && !this.deletedNodeClaims.has(name)) {
      this.deletedNodeClaims.set(name, this.now());
    }
    return Promise.resolve();
  }

  removeNodeClaim(
    _cluster: unknown,
    { name, standalone }: Pick<NodeClaim, 'name' | 'standalone'>,
  ): Promise<void> {
    if (standalone?.objectUid !== this.#standalone.get(name)?.uid) return Promise.resolve();
    this.#standalone.delete(name);
    this.nodeClaims.delete(name);
    this.deletedNodeClaims.delete(name);
    this.driftedNodeClaims.delete(name);
    this.otherConditions.delete(name);
    return Promise.resolve();
  }

  applyDefinition(_cluster: unknown, { kind, name }: Definition): Promise<void> {
    this.definitionObjects.add(`${kind}/${name}`);
    return Promise.resolve();
  }

  removeDefinition(_cluster: unknown, kind: string, name: string): Promise<void> {
    this.definitionObjects.delete(`${kind}/${name}`);
    return Promise.resolve();
  }

  holdNodeClass(_cluster: unknown, name: string): Promise<void> {
    this.nodeClassObjects = this.nodeClassObjects.map((object) =>
      object.name === name && !object.isBeingDeleted ? { ...object, isHeld: true } : object,
    );
    return Promise.resolve();
  }

  releaseNodeClass(_cluster: unknown, name: string): Promise<void> {
    this.nodeClassObjects = this.nodeClassObjects.filter(
      (object) => object.name !== name || !object.isBeingDeleted,
    );
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
}

function withCosts(pod: BoundPod, to: AnnotationChange['to']): BoundPod {
  const { value = null, own = null } = pod.writtenDeletionCost ?? {};
  const {
    [annotationKeys.podDeletionCost]: newValue = value,
    [annotationKeys.ownDeletionCost]: newOwn = own,
  } = to;
  return { ...pod, writtenDeletionCost: { value: newValue, own: newOwn } };
}
