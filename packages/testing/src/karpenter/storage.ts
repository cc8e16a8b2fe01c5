import {
  type ObjectMeta,
  type PodClaim,
  readObjectMeta,
  readStorageClass,
  readVolume,
  readVolumeClaim,
  readVolumeLimits,
  resolvePodClaim,
  type StorageClass,
  type Volume,
  type VolumeClaim,
} from '@kerf/application';
import { type JsonObject, toRecord } from '@kerf/core';
import type { PodVolume } from '@kerf/engine';
import type { Json } from './json.js';
import { storageObjects } from './manifest-shape.js';

/** The storage objects of a fixture: where the volumes of pods can be attached. */
export class StorageReader {
  readonly #claims: ReadonlyMap<string, VolumeClaim>;
  readonly #volumes: ReadonlyMap<string, Volume>;
  readonly #classes: ReadonlyMap<string, StorageClass>;
  readonly #limits: ReadonlyMap<string, Readonly<Record<string, number>>>;

  constructor(objects: readonly Json[]) {
    this.#claims = readAll(objects, 'PersistentVolumeClaim', readVolumeClaim);
    this.#volumes = readAll(objects, 'PersistentVolume', readVolume);
    this.#classes = readAll(objects, 'StorageClass', readStorageClass);
    this.#limits = readAll(objects, 'CSINode', readVolumeLimits);
  }

  readonly resolve = (claim: PodClaim): PodVolume =>
    resolvePodClaim(claim, {
      claim: (key) => this.#claims.get(key) ?? null,
      volume: (name) => this.#volumes.get(name) ?? null,
      storageClass: (name) => this.#classes.get(name) ?? null,
      storageClasses: () => this.#classes.values(),
    });

  /** Returns the number of volumes that can be attached to a node, by driver. */
  limitsOf(nodeName: string): Readonly<Record<string, number>> {
    return this.#limits.get(nodeName) ?? {};
  }
}

function readAll<T>(
  objects: readonly Json[],
  kind: string,
  read: (object: JsonObject, meta: ObjectMeta) => T,
): ReadonlyMap<string, T> {
  const found = objects.filter((object) => object.field('kind').string() === kind);
  return new Map(
    found.map((object) => {
      storageObjects[kind]?.(object);
      const meta = readMeta(object);
      const isNamespaced = kind === 'PersistentVolumeClaim';
      const key = isNamespaced ? `${meta.namespace || 'default'}/${meta.name}` : meta.name;
      return [key, read(toRecord(object.value), meta)];
    }),
  );
}

/** Objects of a fixture have no UID. */
export function readMeta(object: Json): ObjectMeta {
  const metadata = { uid: object.path, ...toRecord(object.field('metadata').value) };
  return readObjectMeta({ metadata }) ?? object.refuse('has no name');
}
