import { invariant } from '@kerf/core';
import { isEqual, type JsonObject } from '../json/json.js';

import { type Draft, isDraft, type ManagedFieldsEntry } from '../resources/kube-object.js';
import type { Schema } from '../schema/schema.js';
import { compare } from './compare.js';
import { type FieldSet, intersection, membersOf, union } from './field-set.js';
import { fieldsOf } from './fields-of.js';
import {
  isManagedBy,
  type Manager,
  toEntry,
  withEntries,
  withoutFields,
  withoutServerFields,
} from './managed-fields.js';
import { mergeApplied } from './merge-applied.js';
import { removeAbandonedFields } from './remove-abandoned-fields.js';

/** A field that another manager owns with another value. */
export interface Conflict {
  readonly entry: ManagedFieldsEntry;
  readonly path: readonly string[];
}

export type ApplyResult =
  | { readonly kind: 'Applied'; readonly object: Draft }
  | { readonly kind: 'Conflicts'; readonly conflicts: readonly Conflict[] };

export interface ApplyRequest {
  readonly live: Draft;
  readonly config: JsonObject;
  readonly schema: Schema;
  readonly manager: Manager;
  readonly force: boolean;
  readonly time: string;
  /** Fields that this endpoint does not write, e.g. `status` if there is a status subresource. */
  readonly ignored: (set: FieldSet) => FieldSet;
}

/**
 * Server-side apply: merges the configuration into the live object, removes what the manager
 * applied before and no longer applies, and records the owners of all fields.
 * Source: https://kubernetes.io/docs/reference/using-api/server-side-apply/
 */
export function applyConfiguration(request: ApplyRequest): ApplyResult {
  const { live, config, schema, manager } = request;
  const entries = live.metadata.managedFields ?? [];
  const mine = entries.find((entry) => isManagedBy(entry, manager));
  const others = entries.filter((entry) => entry !== mine);

  // 1. The applied fields and their owners.
  const wanted = request.ignored(withoutServerFields(fieldsOf(config, schema, false)));
  const owned = others.reduce((sum, entry) => union(sum, entry.fieldsV1), wanted);

  // 2. The resulting object.
  const merged = mergeApplied(live, config, schema);
  const next = removeAbandonedFields(merged, mine?.fieldsV1 ?? {}, owned, schema);

  // 3. Changed fields of other managers are conflicts, or are taken over with force.
  const comparison = compare(live, next, schema);
  const changed = request.ignored(withoutServerFields(comparison.changed));
  const conflicts = others.flatMap((entry) =>
    membersOf(intersection(entry.fieldsV1, changed)).map((path) => ({ entry, path })),
  );
  if (conflicts.length > 0 && !request.force) return { kind: 'Conflicts', conflicts };
  const lost = union(changed, comparison.removed);
  const keptOthers = others.map((entry) => withoutFields(entry, lost));
  const entry = toEntry(manager, wanted, mine, request.time);
  invariant(isDraft(next), 'applying keeps an object an object');
  return { kind: 'Applied', object: unchangedOr(live, withEntries(next, [...keptOthers, entry])) };
}

/** Applying the same configuration again changes nothing, not even a time. */
function unchangedOr(live: Draft, next: Draft): Draft {
  return isEqual(live, next) ? live : next;
}
