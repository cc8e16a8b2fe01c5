import {
  type CacheChanges,
  type CachedPod,
  type ChangeScope,
  type ClusterView,
  deploymentOf,
  NumberedViews,
  type ObservedDeployment,
  type ObservedLease,
  readDeployment,
  readLease,
  readPodDisruptionBudget,
} from '@kerf/application';
import { type ClusterId, deepFreeze, type Instant } from '@kerf/core';
import type { PodDisruptionBudget } from '@kerf/engine';
import { DefinitionTables } from '../definitions/definition-tables.js';
import type { ResourceSink } from '../watch/resource-watcher.js';
import type { ResourceName } from '../watch/resources.js';
import type { TableParts } from './cache-budget.js';
import type { CacheListener } from './cache-listener.js';
import { ObjectTable } from './object-table.js';
import { mayNeedNode, type PodRecord } from './pod-record.js';
import { WorkloadTables } from './workload-tables.js';

const noKinds: readonly string[] = Object.freeze([]);

/** The cached state of one session's cluster. Connections are handled by `ClusterSession`. */
export class ClusterState {
  readonly #clusterId: ClusterId;
  readonly #views = new NumberedViews();

  readonly workload: WorkloadTables;
  readonly definitions: DefinitionTables;
  readonly #podDisruptionBudgets: ObjectTable<PodDisruptionBudget>;
  readonly #karpenterLeases: ObjectTable<ObservedLease>;
  readonly #karpenterDeployments: ObjectTable<ObservedDeployment>;

  constructor(clusterId: ClusterId, parts: TableParts, listener: CacheListener) {
    this.#clusterId = clusterId;

    this.workload = new WorkloadTables(parts, listener);
    this.definitions = new DefinitionTables(parts, listener);
    this.#podDisruptionBudgets = new ObjectTable({
      subject: 'poddisruptionbudgets',
      ...parts,
      keyOf: ({ namespace, name }) => `${namespace}/${name}`,
      read: (object, meta) => deepFreeze(readPodDisruptionBudget(object, meta)),
    });
    this.#karpenterLeases = new ObjectTable({
      subject: 'leases',
      ...parts,
      keyOf: ({ namespace }) => namespace,
      read: (object, meta) => deepFreeze(readLease(object, meta)),
    });
    this.#karpenterDeployments = new ObjectTable({
      subject: 'deployments',
      ...parts,
      keyOf: ({ namespace }) => namespace,
      read: (object, meta) => deepFreeze(readDeployment(object, meta)),
    });
  }

  /** Returns the sink of each kind's watch. */
  sinks(): Readonly<Record<ResourceName, ResourceSink>> {
    const { workload, definitions } = this;
    return {
      pods: workload.pods,
      nodes: workload.nodes,
      daemonSets: workload.daemonSets,
      replicaSets: workload.replicaSets,
      statefulSets: workload.statefulSets,
      jobs: workload.jobs,
      services: workload.services,
      replicationControllers: workload.replicationControllers,
      resourceQuotas: workload.resourceQuotas,
      limitRanges: workload.limitRanges,
      csiNodes: workload.volumeLimits,
      volumeAttachments: workload.attachments.table,
      persistentVolumeClaims: workload.storage.claims,
      persistentVolumes: workload.storage.volumes,
      storageClasses: workload.storage.classes,
      resourceClaims: workload.devices.claims,
      resourceClaimTemplates: workload.devices.templates,
      deviceClasses: workload.devices.classes,
      resourceSlices: workload.devices.slices,
      podDisruptionBudgets: this.#podDisruptionBudgets,
      namespaces: workload.namespaces,
      nodePools: definitions.nodePools,
      ec2NodeClasses: definitions.ec2NodeClasses,
      nodeClaims: definitions.nodeClaims,
      nodeOverlays: definitions.nodeOverlays,
      capacityBuffers: definitions.capacityBuffers,
      karpenterLeases: this.#karpenterLeases,
      karpenterDeployments: this.#karpenterDeployments,
    };
  }

  /**
   * Returns a frozen view; its lists and objects keep their identity until their content changes.
   */
  view(
    asOf: Instant,
    unreadableKinds: readonly string[] = noKinds,
    silentKinds: readonly string[] = noKinds,
  ): ClusterView {
    const { workload } = this;
    workload.resolveClaims();
    const view = this.#views.number({
      clusterId: this.#clusterId,
      asOf,
      nodes: workload.nodeViews.all(),
      pendingPods: workload.pendingViews.all(),
      expectedPods: workload.expectedPods.all(),
      workloadSelectors: workload.selectors.all(),
      daemonSets: workload.daemonSetViews.all(),
      podDisruptionBudgets: this.#podDisruptionBudgets.list(),
      namespaces: workload.namespaces.list(),
      deletingNodePools: this.definitions.deletingNodePools(),
      nodeClassObjects: this.definitions.nodeClassObjects(),
      nodeClaimNames: this.definitions.nodeClaims.keyList(),
      adoptableNodeClaims: this.definitions.adoptableNodeClaims(),
      nodeClaimConditions: this.definitions.nodeClaimConditions(),
      controllers: Object.freeze({
        leases: this.#karpenterLeases.list(),
        deployments: this.#karpenterDeployments.list(),
      }),
      foreignNodePools: this.definitions.foreignNodePools(),
      standaloneNodeClaims: this.definitions.standaloneNodeClaims(),
      nodeOverlays: this.definitions.nodeOverlays.list(),
      capacityBuffers: this.definitions.capacityBuffers.list(),
      unreadableKinds,
      silentKinds,
    });
    return Object.freeze(view);
  }

  takeChanges(asOf: Instant, scope: ChangeScope): CacheChanges {
    const { changes, nodes, nodeViews, pods } = this.workload;
    this.workload.resolveClaims();
    if (scope === 'Everything') changes.touchEverything();
    const taken = changes.take();
    const nodeNames = [...(taken?.nodes ?? nodes.keyList())];
    const podUids = [...(taken?.pods ?? [])];
    return {
      asOf,
      nodes: {
        changed: nodeNames.flatMap((name) => nodeViews.get(name) ?? []),
        gone: nodeNames.filter((name) => nodes.get(name) === null),
      },
      pods: {
        changed: taken === null ? pods.list().map(toCachedPod) : presentPods(podUids, pods),
        gone: taken === null ? [] : podUids.filter((uid) => pods.get(uid) === null),
      },
      relisted: taken === null,
    };
  }

  /** Whether the pod is provisionable, or has not been tried by the scheduler. */
  mayNeedNode(uid: string): boolean {
    const pod = this.workload.pods.get(uid);
    return pod !== null && mayNeedNode(pod);
  }
}

function presentPods(uids: readonly string[], pods: ObjectTable<PodRecord>): readonly CachedPod[] {
  return uids.flatMap((uid) => pods.get(uid) ?? []).map(toCachedPod);
}

function toCachedPod(pod: PodRecord): CachedPod {
  const { uid, name, ownerKind, ownerName, nodeName, isTerminating, schedulerMessage } = pod;
  const { namespace, labels, requests } = pod.spec;
  return {
    uid,
    namespace,
    name,
    ownerKind,
    ownerName,
    deployment: deploymentOf(labels, ownerKind, ownerName),
    nodeName,
    isTerminating,
    requests,
    labels,
    createdAt: pod.createdAt,
    schedulerMessage,
  };
}
