import {
  type ObjectMeta,
  type ObservedLimitRange,
  type ObservedNode,
  type ObservedPodTemplate,
  type ObservedResourceQuota,
  type PodClaim,
  type PodControllerKind,
  type PodDeviceClaim,
  readDaemonSet,
  readLimitRange,
  readMapSelector,
  readNode,
  readPod,
  readPodController,
  readResourceQuota,
  readVolumeLimits,
  type WorkloadSelector,
} from '@kerf/application';
import { deepFreeze, toRecord, toTextMap } from '@kerf/core';
import type { DeviceClaim, PodVolume } from '@kerf/engine';
import type { TableParts } from './cache-budget.js';
import { type CacheListener, nodesOfMove, toNodeEvent } from './cache-listener.js';
import { ChangeLog } from './change-log.js';
import { DaemonSetViews } from './daemon-set-views.js';
import { DeviceTables } from './device-tables.js';
import {
  ExpectedPodViews,
  type NamespaceRecord,
  type PodControllerRecord,
} from './expected-pod-views.js';
import { type NodeParts, NodeViews, type VolumeLimits } from './node-views.js';
import { ObjectTable, type ObjectTableOptions, type RowChange } from './object-table.js';
import { PendingViews } from './pending-views.js';
import { PodIndex } from './pod-index.js';
import { followPod } from './pod-progress.js';
import { mayNeedNode, type PodRecord, resolvedClaims, toPodRecord } from './pod-record.js';
import { PodSpecTable, TextPool } from './pod-spec-table.js';
import { SelectorViews } from './selector-views.js';
import { VolumeAttachments } from './volume-attachments.js';
import { VolumeResolver } from './volume-resolver.js';

/** Pods, their nodes, and the objects that are joined with either. */
export class WorkloadTables {
  readonly #parts: TableParts;
  readonly #listener: CacheListener;

  readonly pods: ObjectTable<PodRecord>;
  readonly nodes: ObjectTable<ObservedNode>;
  readonly daemonSets: ObjectTable<ObservedPodTemplate>;
  readonly volumeLimits: ObjectTable<VolumeLimits>;
  readonly storage: VolumeResolver;
  readonly attachments: VolumeAttachments;
  readonly devices: DeviceTables;
  readonly podIndex = new PodIndex();
  readonly nodeViews: NodeViews;
  readonly pendingViews = new PendingViews(this.podIndex);
  readonly daemonSetViews: DaemonSetViews;
  readonly replicaSets: ObjectTable<PodControllerRecord>;
  readonly statefulSets: ObjectTable<PodControllerRecord>;
  readonly jobs: ObjectTable<PodControllerRecord>;
  readonly services: ObjectTable<WorkloadSelector>;
  readonly replicationControllers: ObjectTable<WorkloadSelector>;
  readonly selectors: SelectorViews;
  readonly resourceQuotas: ObjectTable<ObservedResourceQuota>;
  readonly limitRanges: ObjectTable<ObservedLimitRange>;
  readonly namespaces: ObjectTable<NamespaceRecord>;
  readonly expectedPods: ExpectedPodViews;
  readonly changes = new ChangeLog();
  readonly #specs = new PodSpecTable();
  readonly #texts = new TextPool();
  readonly #resolve = (claim: PodClaim): PodVolume => this.storage.resolve(claim);
  readonly #resolveDevices = (claim: PodDeviceClaim): DeviceClaim => this.devices.resolve(claim);
  /** Claims of pods whose resolution may have changed; `null` if all may have. */
  #changedClaims: Set<string> | null = new Set();
  /** The same for the keys of the claims of devices. */
  #changedDeviceClaims: Set<string> | null = new Set();
  #devicesWereReadable = false;

  constructor(parts: TableParts, listener: CacheListener) {
    this.#parts = parts;
    this.#listener = listener;

    this.replicaSets = this.#controllerTable('replicasets', 'ReplicaSet');
    this.statefulSets = this.#controllerTable('statefulsets', 'StatefulSet');
    this.jobs = this.#controllerTable('jobs', 'Job');
    this.services = this.#selectorTable('Service');
    this.replicationControllers = this.#selectorTable('ReplicationController');
    this.selectors = new SelectorViews(
      [this.replicaSets, this.statefulSets],
      [this.services, this.replicationControllers],
    );
    this.resourceQuotas = this.#table('resourcequotas', {
      keyOf: byNamespaceAndName,
      read: readResourceQuota,
      onChange: () => this.expectedPods.touch(),
    });
    this.limitRanges = this.#table('limitranges', {
      keyOf: byNamespaceAndName,
      read: readLimitRange,
      onChange: () => this.expectedPods.touch(),
    });
    this.namespaces = this.#table('namespaces', {
      keyOf: byName,
      read: ({ status }, { name, raw, deletionRequestedAt }) =>
        deepFreeze({
          name,
          labels: toTextMap(raw['labels']),
          isBeingDeleted:
            deletionRequestedAt !== null || toRecord(status)['phase'] === 'Terminating',
        }),
      onChange: () => this.expectedPods.touch(),
    });
    this.expectedPods = new ExpectedPodViews(
      [this.replicaSets, this.statefulSets, this.jobs],
      this,
    );
    this.storage = new VolumeResolver(parts, {
      onClaims: (claims) => this.#noteClaims(claims),
      onVolume: (volume) => {
        for (const nodeName of this.attachments.nodesOf(volume)) this.nodeViews.touch(nodeName);
      },
    });
    this.devices = new DeviceTables(parts, {
      onClaims: (keys) => this.#noteDeviceClaims(keys),
      onNode: (nodeName) => this.#touchNode(nodeName),
      onPublished: (nodeName) => this.#reportDevices(nodeName),
    });
    this.attachments = new VolumeAttachments(parts, (nodeName) => this.nodeViews.touch(nodeName));
    this.pods = this.#podTable();
    this.nodes = this.#nodeTable();
    this.volumeLimits = this.#table('csinodes', {
      keyOf: byName,
      read: readVolumeLimits,
      onChange: ({ key }) => this.#touchNode(key),
    });
    this.daemonSets = this.#table('daemonsets', {
      keyOf: byNamespaceAndName,
      read: readDaemonSet,
      onChange: () => this.daemonSetViews.touch(),
    });
    this.nodeViews = new NodeViews(this.nodes, this.podIndex, this.#nodeParts());
    this.daemonSetViews = new DaemonSetViews(
      this.daemonSets,
      this.podIndex,
      this.#specs,
      this.#resolve,
    );
  }

  #nodeParts(): NodeParts {
    const claimOf = (volume: string): string | null =>
      this.storage.volumes.get(volume)?.claim ?? null;
    return {
      limits: this.volumeLimits,
      attachedTo: (nodeName) => this.attachments.volumesOf(nodeName, claimOf),
      devicesOf: (nodeName) => this.devices.devicesOf(nodeName),
    };
  }

  #podTable(): ObjectTable<PodRecord> {
    const shared = {
      specs: this.#specs,
      texts: this.#texts,
      resolve: this.#resolve,
      resolveDevices: this.#resolveDevices,
    };
    return this.#table('pods', {
      keyOf: ({ uid }) => uid,
      read: (object, meta, note) => {
        const reading = readPod(object, meta, note);
        if (reading.isTerminal) return null;
        const { followed, steps } = followPod(this.pods.get(meta.uid)?.followed ?? null, reading);
        for (const step of steps) this.#listener.podProgressed(step);
        return toPodRecord(reading, followed, shared);
      },
      sharedOf: ({ spec }) => spec,
      onChange: (change) => this.#podChanged(change),
    });
  }

  #controllerTable(subject: string, kind: PodControllerKind): ObjectTable<PodControllerRecord> {
    return this.#table(subject, {
      keyOf: byNamespaceAndName,
      read: (object, meta, note) => {
        const controller = readPodController(kind, object, meta, note);
        if (controller === null) return null;
        const { template } = controller;
        return { ...controller, template: template === null ? null : this.#specs.intern(template) };
      },
      sharedOf: ({ template }) => template,
      onChange: () => {
        this.expectedPods.touch();
        this.selectors.touch();
      },
    });
  }

  #selectorTable(kind: 'Service' | 'ReplicationController'): ObjectTable<WorkloadSelector> {
    return this.#table(`${kind.toLowerCase()}s`, {
      keyOf: byNamespaceAndName,
      read: (object, meta) => {
        const selector = readMapSelector(kind, object, meta);
        return selector === null ? null : deepFreeze(selector);
      },
      onChange: () => this.selectors.touch(),
    });
  }

  #nodeTable(): ObjectTable<ObservedNode> {
    return this.#table('nodes', {
      keyOf: byName,
      read: readNode,
      onChange: (change) => {
        this.#touchNode(change.key);
        const event = toNodeEvent(change);
        if (event !== null) this.#listener.nodeChanged(event);
      },
    });
  }

  #table<Row extends object>(
    subject: string,
    options: Omit<ObjectTableOptions<Row>, 'subject' | keyof TableParts>,
  ): ObjectTable<Row> {
    return new ObjectTable({ subject, ...this.#parts, ...options });
  }

  #podChanged({ key, before, after }: RowChange<PodRecord>): void {
    this.podIndex.replace(before, after);
    this.expectedPods.touch();
    this.changes.touchPod(key);
    if (after === null && before !== null && before.followed !== null) {
      const { uid, spec, name, createdAt } = before;
      const pod = { uid, namespace: spec.namespace, name, createdAt };
      this.#listener.podProgressed({ pod, step: 'Gone', at: null });
    }
    for (const pod of [before, after]) {
      if (pod?.nodeName === null) this.pendingViews.touch();
      else if (pod !== null) this.#touchNode(pod.nodeName);
    }
    // The newest daemon pod's requests are used for its DaemonSet.
    if (before?.spec !== after?.spec && (after ?? before)?.ownerKind === 'DaemonSet')
      this.daemonSetViews.touch();
    this.#reportPod(before, after);
  }

  #reportPod(before: PodRecord | null, after: PodRecord | null): void {
    if (after !== null && mayNeedNode(after) && !isSameWait(before, after))
      this.#listener.podMayNeedNode(after, this.expectedPods.isAnnounced(after));
    // The first list shows pods on nodes they were bound to earlier; these are not moves.
    if (!this.pods.hasListed) return;
    for (const nodeName of nodesOfMove(before, after)) this.#listener.podMoved(nodeName);
  }

  /** A node may wait for its devices only, and does not change when they are published. */
  #reportDevices(key: string): void {
    const after = this.nodes.get(key);
    const event = toNodeEvent({ key, before: null, after, object: null });
    if (event !== null) this.#listener.nodeChanged(event);
  }

  #touchNode(name: string): void {
    this.nodeViews.touch(name);
    this.changes.touchNode(name);
  }

  /**
   * Resolves the claims of pods again that may resolve to something else since the last call.
   * Once for many changes: a StorageClass can affect all pods, and any number of pods can share a claim.
   */
  resolveClaims(): void {
    const { byClaim, byDeviceClaim } = this.podIndex;
    if (this.devices.isReadable !== this.#devicesWereReadable) this.#changedDeviceClaims = null;
    this.#devicesWereReadable = this.devices.isReadable;
    const claims = this.#changedClaims ?? byClaim.keys();
    const deviceClaims = this.#changedDeviceClaims ?? byDeviceClaim.keys();
    const pods = new Set([
      ...[...claims].flatMap((claim) => [...byClaim.get(claim)]),
      ...[...deviceClaims].flatMap((key) => [...byDeviceClaim.get(key)]),
    ]);
    this.#changedClaims = new Set();
    this.#changedDeviceClaims = new Set();
    const resolvers = { resolve: this.#resolve, resolveDevices: this.#resolveDevices };
    for (const pod of pods) {
      const spec = this.#specs.intern({ ...pod.spec, ...resolvedClaims(pod, resolvers) });
      this.pods.replace(pod.uid, Object.freeze({ ...pod, spec }));
    }
  }

  /** Pods that come later are resolved when they are read. */
  #noteDeviceClaims(keys: readonly string[] | null): void {
    if (keys === null) this.#changedDeviceClaims = null;
    for (const key of keys ?? []) {
      if (this.podIndex.byDeviceClaim.get(key).size > 0) this.#changedDeviceClaims?.add(key);
    }
  }

  #noteClaims(claims: readonly string[] | null): void {
    this.daemonSetViews.touch();
    if (claims === null) this.#changedClaims = null;
    // Pods that come later are resolved when they are read.
    for (const claim of claims ?? []) {
      if (this.podIndex.byClaim.get(claim).size > 0) this.#changedClaims?.add(claim);
    }
  }
}

function isSameWait(before: PodRecord | null, after: PodRecord): boolean {
  return before?.isProvisionable === after.isProvisionable && before.isUntried === after.isUntried;
}

function byName({ name }: ObjectMeta): string {
  return name;
}

function byNamespaceAndName({ namespace, name }: ObjectMeta): string {
  return `${namespace}/${name}`;
}
