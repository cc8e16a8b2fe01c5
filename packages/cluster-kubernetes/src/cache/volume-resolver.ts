import {
  type PodClaim,
  readStorageClass,
  readVolume,
  readVolumeClaim,
  resolvePodClaim,
  type StorageClass,
  type StorageObjects,
  type Volume,
  type VolumeClaim,
} from '@kerf/application';
import type { PodVolume } from '@kerf/engine';
import type { TableParts } from './cache-budget.js';
import { ObjectTable } from './object-table.js';

/** Called when storage objects change. */
export interface StorageListener {
  /** Called with the claims whose resolution a change affects; `null` if all may be affected. */
  readonly onClaims: (claims: readonly string[] | null) => void;
  /** Called with the name of a changed volume. */
  readonly onVolume: (volume: string) => void;
}

/** Resolves the claims of pods by the storage objects of the cluster. */
export class VolumeResolver {
  readonly claims: ObjectTable<VolumeClaim>;
  readonly volumes: ObjectTable<Volume>;
  readonly classes: ObjectTable<StorageClass>;
  readonly #objects: StorageObjects = {
    claim: (key) => this.claims.get(key),
    volume: (name) => this.volumes.get(name),
    storageClass: (name) => this.classes.get(name),
    storageClasses: () => this.classes.list(),
  };

  constructor(parts: TableParts, { onClaims, onVolume }: StorageListener) {
    this.claims = new ObjectTable({
      subject: 'persistentvolumeclaims',
      ...parts,
      keyOf: ({ namespace, name }) => `${namespace}/${name}`,
      read: readVolumeClaim,
      onChange: ({ key }) => onClaims([key]),
    });
    this.volumes = new ObjectTable({
      subject: 'persistentvolumes',
      ...parts,
      keyOf: ({ name }) => name,
      read: readVolume,
      onChange: ({ key, before, after }) => {
        const claim = (after ?? before)?.claim ?? null;
        if (claim !== null) onClaims([claim]);
        if (before?.claim !== after?.claim) onVolume(key);
      },
    });
    this.classes = new ObjectTable({
      subject: 'storageclasses',
      ...parts,
      keyOf: ({ name }) => name,
      read: readStorageClass,
      onChange: () => onClaims(null),
    });
  }

  resolve(claim: PodClaim): PodVolume {
    return resolvePodClaim(claim, this.#objects);
  }
}
