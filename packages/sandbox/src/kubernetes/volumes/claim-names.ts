import type { Pod, Volume } from '../resources/types/pod.js';

/**
 * Returns the name of a volume's claim; `null` for volumes without one.
 * Source: kubernetes component-helpers ephemeral.VolumeClaimName.
 */
export function claimNameOf({ metadata }: Pod, volume: Volume): string | null {
  if (volume.persistentVolumeClaim !== undefined) return volume.persistentVolumeClaim.claimName;
  return volume.ephemeral === undefined ? null : `${metadata.name}-${volume.name}`;
}

/** Returns the names of the claims that a pod uses. */
export function claimNamesOf(pod: Pod): readonly string[] {
  return (pod.spec.volumes ?? []).flatMap((volume) => claimNameOf(pod, volume) ?? []);
}
