import { getOrCreate } from '@kerf/core';
import type { RequirementSpec } from '../model/requirement-spec.js';
import { type Bits, bitsIntersect, bitsOf, hasBit, isEmptyBits, membersOf } from './bits.js';
import type { LabelSpace } from './label-space.js';
import {
  compileRequirement,
  intersectRequirements,
  mayBeAbsent,
  type Requirement,
  requirementsOverlap,
  requireValues,
} from './requirement.js';

/** Requirements on several labels, one per label. Equal ones are one object with one id. */
export interface Requirements {
  readonly id: number;
  /** Ascending by key. */
  readonly list: readonly Requirement[];
  readonly byKey: readonly (Requirement | undefined)[];
  /** Requirements with `minValues`. */
  readonly withMinValues: readonly Requirement[];
}

/** Why two sets of requirements cannot both be satisfied. */
export type Incompatibility =
  /** The label has no value, and nothing may set one. */
  | { readonly kind: 'Undefined'; readonly incoming: Requirement }
  | { readonly kind: 'Conflict'; readonly existing: Requirement; readonly incoming: Requirement };

/**
 * Creates and combines {@link Requirements}. Scheduling meets few different ones, however many pods
 * it has, so each of them and each combination is memoized.
 */
export class RequirementsTable {
  readonly space: LabelSpace;
  readonly none: Requirements;
  readonly #byText = new Map<string, Requirements>();
  readonly #joins = new Map<number, Requirements>();
  readonly #values = new Map<string, Requirements>();
  readonly #singles: Requirements[][] = [];

  constructor(space: LabelSpace) {
    this.space = space;
    this.none = this.of([]);
  }

  compile(specs: readonly RequirementSpec[]): Requirements {
    return this.of(specs.map((spec) => compileRequirement(this.space, spec)));
  }

  /** Returns the conjunction; several requirements on one label are intersected. */
  of(requirements: readonly Requirement[]): Requirements {
    const byKey: (Requirement | undefined)[] = [];
    for (const requirement of requirements) {
      const known = byKey[requirement.key];
      byKey[requirement.key] =
        known === undefined ? requirement : intersectRequirements(this.space, known, requirement);
    }
    return this.#intern(byKey);
  }

  /** Returns an `In` requirement with these values of one label. */
  values(key: number, values: Bits): Requirements {
    const text = `${key}:${values.join()}`;
    return getOrCreate(this.#values, text, () => this.of([requireValues(this.space, key, values)]));
  }

  /** Returns an `In` requirement with one value of a label. */
  value(key: number, value: number): Requirements {
    const known = (this.#singles[key] ??= []);
    return (known[value] ??= this.values(key, bitsOf(this.space.valueCount(key), [value])));
  }

  join(a: Requirements, b: Requirements): Requirements {
    if (b === this.none || a === b) return a;
    const key = a.id * 2 ** 26 + b.id;
    const known = this.#joins.get(key);
    if (known !== undefined) return known;
    const joined = this.of([...a.list, ...b.list]);
    this.#joins.set(key, joined);
    return joined;
  }

  #intern(sparse: readonly (Requirement | undefined)[]): Requirements {
    const byKey = Array.from({ length: this.space.keyCount }, (_, key) => sparse[key]);
    const list = byKey.filter((requirement) => requirement !== undefined);
    const text = list.map(textOf).join(';');
    return getOrCreate(this.#byText, text, () => ({
      id: this.#byText.size,
      list,
      byKey,
      withMinValues: list.filter(({ minValues }) => minValues !== null),
    }));
  }
}

/**
 * Returns the first label, in the order of names, on which the sets are incompatible; otherwise
 * `null`.
 * @param hasValue true for labels that have a value or may still get one; other labels satisfy only
 * requirements that allow their absence
 */
export function findIncompatibility(
  existing: Requirements,
  incoming: Requirements,
  hasValue: (key: number) => boolean,
): Incompatibility | null {
  for (const requirement of incoming.list) {
    if (!hasValue(requirement.key) && !mayBeAbsent(requirement)) {
      return { kind: 'Undefined', incoming: requirement };
    }
    const found = existing.byKey[requirement.key];
    if (found !== undefined && !requirementsOverlap(found, requirement)) {
      return { kind: 'Conflict', existing: found, incoming: requirement };
    }
  }
  return null;
}

/**
 * Returns the first expression that no node can satisfy together with the ones before it, whatever
 * its labels; `null` if there is none.
 * @remarks Differs from karpenter, where `team In [a]` together with `team DoesNotExist` becomes
 * the second.
 */
export function findInternalConflict(
  table: RequirementsTable,
  specs: readonly RequirementSpec[],
): Extract<Incompatibility, { readonly kind: 'Conflict' }> | null {
  let joined = table.none;
  for (const spec of specs) {
    const next = table.compile([spec]);
    const conflict = findIncompatibility(joined, next, () => true);
    if (conflict?.kind === 'Conflict') return conflict;
    joined = table.join(joined, next);
  }
  return null;
}

/**
 * Returns true if an object with exactly this value of each label (`undefined`: no label) satisfies
 * all.
 */
export function labelsSatisfy(
  requirements: Requirements,
  valueOf: (key: number) => number | undefined,
): boolean {
  return requirements.list.every((requirement) => {
    const value = valueOf(requirement.key);
    return value === undefined ? mayBeAbsent(requirement) : hasBit(requirement.allowed, value);
  });
}

/** Returns the only value that a label may have; `undefined` if there are several. */
export function onlyValueOf({ byKey }: Requirements, key: number): number | undefined {
  const requirement = byKey[key];
  if (requirement === undefined || requirement.complement) return undefined;
  const [only, ...others] = membersOf(requirement.values);
  return others.length === 0 ? only : undefined;
}

/**
 * Returns true if an object with one of these values of a label, or without the label if there are
 * none, can satisfy the requirement.
 */
export function valuesSatisfy(requirement: Requirement, values: Bits): boolean {
  if (bitsIntersect(values, requirement.allowed)) return true;
  return isEmptyBits(values) && mayBeAbsent(requirement);
}

function textOf(requirement: Requirement): string {
  const { key, complement, values, gte, lte, minValues, mustExist } = requirement;
  return `${key}${complement ? '!' : ':'}${values.join()}/${gte}/${lte}/${minValues}/${mustExist}`;
}
