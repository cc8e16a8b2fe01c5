import type { ClusterApi } from '../../api/cluster-api.js';
import { StatusError } from '../../api/status.js';
import { kinds } from '../../resources/kind.js';
import { keyOf } from '../../resources/kube-object.js';
import type { Pod, Volume } from '../../resources/types/pod.js';
import { claimNameOf } from '../../volumes/claim-names.js';
import { whyForeign } from '../../volumes/ephemeral-claim.js';
import { type ControllerContext, startQueue } from '../controller-context.js';
import type { WorkQueue } from '../work-queue.js';

const retryMs = 5_000;

/**
 * Creates the claims of generic ephemeral volumes; the garbage collector deletes them with their pods.
 * Source: kubernetes pkg/controller/volume/ephemeral.
 */
export class EphemeralVolumeController {
  readonly #context: ControllerContext;
  readonly #api: ClusterApi;
  readonly #queue: WorkQueue;

  constructor(context: ControllerContext) {
    this.#context = context;
    this.#api = context.api;
    this.#queue = startQueue(context, (key) => this.#reconcile(key));
  }

  start(): void {
    for (const pod of this.#api.list(kinds.pod)) this.#enqueue(pod);
    this.#api.subscribe(kinds.pod, ({ before, after }) => {
      if (before === null && after !== null) this.#enqueue(after);
    });
    this.#api.subscribe(kinds.persistentVolumeClaim, ({ before, after }) => {
      const owner = before?.metadata.ownerReferences?.find(({ kind }) => kind === kinds.pod.kind);
      if (after === null && owner !== undefined) {
        this.#queue.add(`${before?.metadata.namespace}/${owner.name}`);
      }
    });
  }

  #enqueue(pod: Pod): void {
    if (ephemeralVolumes(pod).length > 0) this.#queue.add(keyOf(pod));
  }

  #reconcile(key: string): void {
    const [namespace, name = ''] = key.split('/');
    const pod = this.#api.find(kinds.pod, namespace, name);
    if (pod === null || pod.metadata.deletionTimestamp !== undefined) return;
    for (const volume of ephemeralVolumes(pod)) {
      const why = this.#provide(pod, volume);
      if (why === null) continue;
      const message = `ephemeral volume ${volume.name}: ${why}`;
      this.#context.events.record(pod, 'ephemeral_volume', {
        type: 'Warning',
        reason: 'FailedBinding',
        message,
      });
      this.#queue.addAfter(key, retryMs);
    }
  }

  /** Creates the claim of a volume if it is missing; returns why it cannot be. */
  #provide(pod: Pod, volume: Volume): string | null {
    const { namespace, name: podName, uid } = pod.metadata;
    const name = claimNameOf(pod, volume) ?? '';
    const claim = this.#api.find(kinds.persistentVolumeClaim, namespace, name);
    if (claim !== null) return whyForeign(claim, pod);
    const { metadata = {}, spec = {} } = volume.ephemeral?.volumeClaimTemplate ?? {};
    const { labels, annotations } = metadata;
    const owner = { apiVersion: 'v1', kind: 'Pod', name: podName, uid };
    const ownerReferences = [{ ...owner, controller: true, blockOwnerDeletion: true }];
    try {
      this.#api.create(kinds.persistentVolumeClaim, namespace, {
        metadata: { name, labels, annotations, ownerReferences },
        spec,
      });
      return null;
    } catch (error) {
      if (error instanceof StatusError) return `create PVC ${name}: ${error.message}`;
      throw error;
    }
  }
}

function ephemeralVolumes({ spec }: Pod): readonly Volume[] {
  return (spec.volumes ?? []).filter(({ ephemeral }) => ephemeral !== undefined);
}
