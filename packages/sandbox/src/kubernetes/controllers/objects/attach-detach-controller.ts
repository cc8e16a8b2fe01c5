import type { CancelTimer } from '../../../world/time/sandbox-clock.js';
import type { ClusterApi } from '../../api/cluster-api.js';
import { kinds } from '../../resources/kind.js';
import type { PersistentVolume, VolumeAttachment } from '../../resources/types/cluster.js';
import type { Pod } from '../../resources/types/pod.js';
import { claimNamesOf } from '../../volumes/claim-names.js';
import { type ControllerContext, startQueue } from '../controller-context.js';
import { isFinished } from '../pods/pod-state.js';
import type { WorkQueue } from '../work-queue.js';
import { attachableVolumes, attachmentName } from './volume-attachments.js';

/** Time to unmount a volume and to detach it from its instance; EBS takes seconds. */
const detachMs = 6_000;
const retryMs = 1_000;

/**
 * Attaches the volumes of pods to their nodes, and detaches them some seconds after the last pod is
 * gone. A volume that one node may use is attached when no other node has it.
 * Source: kubernetes pkg/controller/volume/attachdetach.
 */
export class AttachDetachController {
  readonly #context: ControllerContext;
  readonly #api: ClusterApi;
  readonly #queue: WorkQueue;
  /** Attachments without a pod, by name, with the timers of their end. */
  readonly #detaching = new Map<string, CancelTimer>();

  constructor(context: ControllerContext) {
    this.#context = context;
    this.#api = context.api;
    this.#queue = startQueue(context, (nodeName) => this.#reconcile(nodeName));
  }

  start(): void {
    this.#context.onStop(() => {
      for (const cancel of this.#detaching.values()) cancel();
    });
    for (const pod of this.#api.list(kinds.pod)) this.#enqueue(pod);
    for (const { spec } of this.#api.list(kinds.volumeAttachment)) this.#queue.add(spec.nodeName);
    this.#api.subscribe(kinds.pod, ({ before, after }) => {
      if (isUser(before) !== isUser(after)) this.#enqueue(after ?? before);
    });
    this.#api.subscribe(kinds.persistentVolumeClaim, ({ before, after }) => {
      if (after === null || before?.spec.volumeName === after.spec.volumeName) return;
      for (const pod of this.#api.list(kinds.pod)) {
        if (pod.metadata.namespace === after.metadata.namespace) this.#enqueue(pod);
      }
    });
  }

  #enqueue(pod: Pod | null): void {
    const nodeName = pod?.spec.nodeName;
    if (pod === null || nodeName === undefined) return;
    if (claimNamesOf(pod).length > 0) this.#queue.add(nodeName);
  }

  #reconcile(nodeName: string): void {
    const used = new Map(
      this.#context.pods
        .onNode(nodeName)
        .filter(isUser)
        .flatMap((pod) => attachableVolumes(this.#api, pod))
        .map((volume) => [attachmentName(volume, nodeName), volume]),
    );
    const attachments = this.#api.list(kinds.volumeAttachment);
    for (const attachment of attachments) {
      if (attachment.spec.nodeName === nodeName && !used.has(attachment.metadata.name)) {
        this.#detach(attachment);
      }
    }
    for (const [name, volume] of used) {
      this.#keep(name);
      if (attachments.some(({ metadata }) => metadata.name === name)) continue;
      if (isFree(volume, attachments)) this.#attach(name, nodeName, volume);
      else this.#queue.addAfter(nodeName, retryMs);
    }
  }

  #attach(name: string, nodeName: string, volume: PersistentVolume): void {
    const attachment = this.#api.create(kinds.volumeAttachment, undefined, {
      metadata: { name },
      spec: {
        attacher: volume.spec?.csi?.driver ?? '',
        nodeName,
        source: { persistentVolumeName: volume.metadata.name },
      },
    });
    this.#api.updateStatus(kinds.volumeAttachment, attachment, (current) => ({
      ...current,
      status: { attached: true },
    }));
  }

  #detach(attachment: VolumeAttachment): void {
    const { name } = attachment.metadata;
    if (this.#detaching.has(name)) return;
    const cancel = this.#context.clock.after(detachMs, () => {
      this.#detaching.delete(name);
      const current = this.#api.find(kinds.volumeAttachment, undefined, name);
      if (current !== null) this.#api.delete(current);
    });
    this.#detaching.set(name, cancel);
  }

  #keep(name: string): void {
    this.#detaching.get(name)?.();
    this.#detaching.delete(name);
  }
}

/** Returns true for a pod on a node that has not ended. */
function isUser(pod: Pod | null): boolean {
  return pod?.spec.nodeName !== undefined && !isFinished(pod.status?.phase);
}

/** Returns true for a volume that several nodes may use, or that no node has. */
function isFree(volume: PersistentVolume, attachments: readonly VolumeAttachment[]): boolean {
  const modes = volume.spec?.accessModes ?? [];
  return (
    modes.some((mode) => mode === 'ReadWriteMany' || mode === 'ReadOnlyMany') ||
    attachments.every(({ spec }) => spec.source.persistentVolumeName !== volume.metadata.name)
  );
}
