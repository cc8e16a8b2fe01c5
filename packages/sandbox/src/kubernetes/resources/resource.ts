import type { Json, JsonObject } from '../json/json.js';
import type { FieldError } from '../schema/field-error.js';
import type { Schema } from '../schema/schema.js';
import type { Kind } from './kind.js';
import type { Draft, KubeObject } from './kube-object.js';
import type { ScalePaths } from './types/cluster.js';

/** A served resource, built-in or from a CRD. */
export interface Resource {
  readonly group: string;
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly isNamespaced: boolean;
  readonly isCustom: boolean;
  /** Name of its collection in the store. Two resources may share one (both kinds of Event). */
  readonly collection: string;
  /** The stored version. */
  readonly stored: ResourceVersion;
  /** In order of preference. */
  readonly versions: readonly ResourceVersion[];
  readonly verbs: readonly string[];
  readonly rules: ResourceRules;
}

export interface ResourceVersion {
  /** `v1`. */
  readonly name: string;
  /** `apps/v1`. */
  readonly apiVersion: string;
  readonly schema: Schema;
  /** The schema in OpenAPI. */
  readonly openApi: JsonObject;
  readonly columns: readonly Column[];
  readonly hasStatus: boolean;
  readonly scale: ScalePaths | undefined;
}

/** A column of the table that `kubectl get` prints. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  /** Shown with `-o wide` only if above 0. */
  readonly priority?: number;
  readonly description?: string;
  readonly cell: (object: KubeObject, now: number) => Json;
}

/** Reads other objects during a write, e.g. a pod's PriorityClass. */
export interface ObjectLookup {
  find<T extends KubeObject>(kind: Kind<T>, namespace: string | undefined, name: string): T | null;
  list<T extends KubeObject>(kind: Kind<T>): readonly T[];
}

/** Rules of one kind for writing and deleting its objects. */
export interface ResourceRules {
  /** Sets defaults. */
  readonly setDefaults: (draft: Draft) => Draft;
  /** Admission on creation. May throw a StatusError. */
  readonly admit: (draft: Draft, lookup: ObjectLookup) => Draft;
  /** The initial status, whatever the client sent. */
  readonly initialStatus: (draft: Draft) => JsonObject | undefined;
  readonly validate: (object: Draft) => readonly FieldError[];
  readonly validateUpdate: (next: KubeObject, current: KubeObject) => readonly FieldError[];
  readonly validateName: (name: string) => string | null;
  /** Fields supported by field selectors, in addition to name and namespace. */
  readonly selectableFields: ReadonlyMap<string, (object: KubeObject) => string>;
  /** Grace period in seconds; 0 for kinds without one. */
  readonly gracePeriodSeconds: (object: KubeObject, requested: number | undefined) => number;
  /**
   * Returns true if a deleted object is kept for another reason than finalizers, as a namespace by
   * its spec.
   */
  readonly isHeld: (object: KubeObject) => boolean;
  /** Finalizers that the server adds at deletion. */
  readonly deletionFinalizers: readonly string[];
  /** Fields of the status that the server sets at deletion. */
  readonly deletionStatus: JsonObject;
  readonly defaultPropagation: 'Background' | 'Orphan';
  readonly countsGenerations: boolean;
  /** False if a replacement must name the revision that it replaces. */
  readonly allowsUnconditionalUpdate: boolean;
  /** True if an update of the status cannot change labels. */
  readonly keepsLabelsInStatus: boolean;
  /** True if an immediate deletion returns the object instead of a Status. */
  readonly returnsDeleted: boolean;
  /** Conversion between the stored form and that of this resource. */
  readonly view: View | undefined;
}

export interface View {
  toStored(draft: Draft): Draft;
  fromStored(object: KubeObject): KubeObject;
}
