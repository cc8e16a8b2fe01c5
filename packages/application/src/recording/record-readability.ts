import type { ClusterId, Instant } from '@kerf/core';
import type { Repositories } from '../ports/store.js';

/** A kind in the cluster that Kerf may have no permission to read. */
export interface DeniableKind {
  /** The name of its CRD, e.g. `nodeoverlays.karpenter.sh`. */
  readonly name: string;
  readonly plural: string;
  /** Kerf's behavior without the permission, as part of a sentence. */
  readonly consequence: string;
}

/** VolumeAttachments, which the termination of a node waits for. */
export const volumeAttachmentKind: DeniableKind = {
  name: 'volumeattachments.storage.k8s.io',
  plural: 'VolumeAttachments',
  consequence:
    'it terminates instances without waiting until the volumes of their pods are detached',
};

/** Records a finding while a kind is unreadable, and clears it otherwise. */
export async function recordReadability(
  { findings }: Pick<Repositories, 'findings'>,
  { name, plural, consequence }: DeniableKind,
  seen: {
    readonly clusterId: ClusterId;
    readonly unreadableKinds: readonly string[];
    readonly at: Instant;
  },
): Promise<void> {
  const { clusterId, at } = seen;
  const code = 'KIND_UNREADABLE';
  const object = `CustomResourceDefinition/${name}`;
  if (!seen.unreadableKinds.includes(name)) {
    await findings.clear(clusterId, code, object);
    return;
  }
  const message = `Kerf has no permission to read ${plural} of the cluster, so ${consequence}. Apply deploy/rbac.`;
  await findings.record({ clusterId, code, object, message, at });
}
