import type { Json, JsonObject } from '../json/json.js';
import type { FieldError } from '../schema/field-error.js';
import type { Schema } from '../schema/schema.js';
import type { Kind } from './kind.js';
import type { Draft, KubeObject } from './kube-object.js';
import type { ScalePaths } from './types/cluster.js';

/** A kind of object the server serves, built in or made by a CRD. */
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
  /** Where the store keeps its objects; two resources may share them (the two kinds of Event). */
  readonly collection: string;
  /** The form it is stored in. */
  readonly stored: ResourceVersion;
  /** Most preferred first. */
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
  /** The schema as OpenAPI shows it. */
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
  /** Above 0: only with `-o wide`. */
  readonly priority?: number;
  readonly description?: string;
  readonly cell: (object: KubeObject, now: number) => Json;
}

/** Reads other objects while one is written, e.g. a pod's PriorityClass. */
export interface ObjectLookup {
  find<T extends KubeObject>(kind: Kind<T>, namespace: string | undefined, name: string): T | null;
  list<T extends KubeObject>(kind: Kind<T>): readonly T[];
}

/** What is particular to one kind when its objects are written and deleted. */
export interface ResourceRules {
  /** Fills in what a client left out. */
  readonly setDefaults: (draft: Draft) => Draft;
  /** Decides what is the server's to decide on creation. May throw a StatusError. */
  readonly admit: (draft: Draft, lookup: ObjectLookup) => Draft;
  /** The status an object begins with, whatever the client sent. */
  readonly initialStatus: (draft: Draft) => JsonObject | undefined;
  readonly validate: (object: Draft) => readonly FieldError[];
  readonly validateUpdate: (next: KubeObject, current: KubeObject) => readonly FieldError[];
  readonly validateName: (name: string) => string | null;
  /** Fields that a field selector may name, besides name and namespace. */
  readonly selectableFields: ReadonlyMap<string, (object: KubeObject) => string>;
  /** Seconds between the request to delete and the end; 0 where there is nothing to wind down. */
  readonly gracePeriodSeconds: (object: KubeObject, requested: number | undefined) => number;
  /** Something besides finalizers keeps a deleted object, as its spec does a namespace. */
  readonly isHeld: (object: KubeObject) => boolean;
  /** Finalizers that the server adds when the deletion begins. */
  readonly deletionFinalizers: readonly string[];
  readonly defaultPropagation: 'Background' | 'Orphan';
  readonly countsGenerations: boolean;
  /** A deletion at once answers with the object instead of a Status. */
  readonly returnsDeleted: boolean;
  /** How the stored form looks to clients of this resource, and back. */
  readonly view: View | undefined;
}

export interface View {
  toStored(draft: Draft): Draft;
  fromStored(object: KubeObject): KubeObject;
}
