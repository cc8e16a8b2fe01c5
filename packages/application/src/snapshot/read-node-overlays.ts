import type { NodeOverlay } from '@kerf/engine';
import type { NodeOverlayManifest } from '../domain/overlay/node-overlay-manifest.js';
import { toNodeOverlay } from '../domain/overlay/to-node-overlay.js';
import type { CachedNodeOverlay } from '../ports/cluster-cache.js';
import type { ManifestReader } from '../ports/manifest-reader.js';

/** A NodeOverlay of a cluster, as it was read, or its problems. */
export type ReadNodeOverlay =
  | {
      readonly kind: 'Read';
      readonly name: string;
      readonly spec: NodeOverlayManifest;
      readonly overlay: NodeOverlay;
    }
  /** `problems` has at least one entry. */
  | { readonly kind: 'Refused'; readonly name: string; readonly problems: readonly string[] };

/** The cluster cache keeps the same object until it changes, so each is read once. */
const known = new WeakMap<CachedNodeOverlay, ReadNodeOverlay>();

/** Returns the NodeOverlays of a cluster, as they were read; an invalid one with its problems. */
export function readNodeOverlays(
  manifests: ManifestReader,
  objects: readonly CachedNodeOverlay[],
): readonly ReadNodeOverlay[] {
  return objects.map((object) => {
    const reading = known.get(object) ?? read(manifests, object);
    known.set(object, reading);
    return reading;
  });
}

function read(manifests: ManifestReader, { name, spec: object }: CachedNodeOverlay) {
  const { spec, findings } = manifests.readNodeOverlay(object);
  if (spec !== null)
    return { kind: 'Read', name, spec, overlay: toNodeOverlay(name, spec) } as const;
  const problems = findings
    .filter(({ severity }) => severity === 'Error')
    .map(({ path, message }) => `${path}: ${message}`);
  return { kind: 'Refused', name, problems } as const;
}
