import type { ClusterId, Instant } from '@kerf/core';
import type { Repositories } from '../ports/store.js';

/** A kind that the cluster has and Kerf may be without the right to read. */
export interface DeniableKind {
  /** As CRDs are named, e.g. `nodeoverlays.karpenter.sh`. */
  readonly name: string;
  readonly plural: string;
  /** What Kerf then does. */
  readonly consequence: string;
}

/** Keeps the finding about a kind that cannot be read as long as that is so. */
export async function noteReadability(
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
