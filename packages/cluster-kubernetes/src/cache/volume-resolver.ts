import {
  readStorageClass,
  readVolume,
  readVolumeClaim,
  resolveVolume,
  type StorageClass,
  type StorageObjects,
  type Volume,
  type VolumeClaim,
} from '@kerf/application';
import type { PodVolume } from '@kerf/engine';
import type { Findings } from './findings.js';
import { ObjectTable } from './object-table.js';

/** Called with the claims whose resolution a change affects; `null` if all may be affected. */
export type ClaimsChanged = (claims: readonly string[] | null) => void;

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

  constructor(findings: Findings, onChange: ClaimsChanged) {
    this.claims = new ObjectTable({
      subject: 'persistentvolumeclaims',
      findings,
      keyOf: ({ namespace, name }) => `${namespace}/${name}`,
      read: readVolumeClaim,
      onChange: ({ key }) => onChange([key]),
    });
    this.volumes = new ObjectTable({
      subject: 'persistentvolumes',
      findings,
      keyOf: ({ name }) => name,
      read: readVolume,
      onChange: ({ before, after }) => {
        const claim = (after ?? before)?.claim ?? null;
        if (claim !== null) onChange([claim]);
      },
    });
    this.classes = new ObjectTable({
      subject: 'storageclasses',
      findings,
      keyOf: ({ name }) => name,
      read: readStorageClass,
      onChange: () => onChange(null),
    });
  }

  /** @param claim `namespace/name` */
  resolve(claim: string): PodVolume {
    return resolveVolume(claim, this.#objects);
  }
}
