import type { RequirementSpec } from '../model/requirement-spec.js';
import { type Bits, bitsIntersect, bitsOf, hasBit, isEmptyBits, membersOf } from './bits.js';
import type { LabelSpace } from './label-space.js';
import {
  compileRequirement,
  intersectRequirements,
  mayBeAbsent,
  type Requirement,
  requirementsMeet,
  requireValues,
} from './requirement.js';

/** Requirements on several labels, one per label. Equal ones are one object with one id. */
export interface Requirements {
  readonly id: number;
  /** Ascending by key. */
  readonly list: readonly Requirement[];
  readonly byKey: readonly (Requirement | undefined)[];
  /** Those that ask for flexibility. */
  readonly withMinValues: readonly Requirement[];
}

/** Why two sets of requirements cannot hold together. */
export type Incompatibility =
  /** The label has no value and nothing may give it one. */
  | { readonly kind: 'Undefined'; readonly incoming: Requirement }
  | { readonly kind: 'Conflict'; readonly existing: Requirement; readonly incoming: Requirement };

/**
 * Makes and joins {@link Requirements}. A solve meets few different ones, however many pods it has,
 * so every one is kept and every join is done once.
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

  /** The conjunction; several on one label are intersected. */
  of(requirements: readonly Requirement[]): Requirements {
    const byKey: (Requirement | undefined)[] = [];
    for (const requirement of requirements) {
      const known = byKey[requirement.key];
      byKey[requirement.key] =
        known === undefined ? requirement : intersectRequirements(this.space, known, requirement);
    }
    return this.#intern(byKey);
  }

  /** `In` with these values of one label. */
  values(key: number, values: Bits): Requirements {
    const text = `${key}:${values.join()}`;
    const known = this.#values.get(text);
    if (known !== undefined) return known;
    const made = this.of([requireValues(this.space, key, values)]);
    this.#values.set(text, made);
    return made;
  }

  /** `In` with one value of a label. */
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
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    const withMinValues = list.filter(({ minValues }) => minValues !== null);
    const made = { id: this.#byText.size, list, byKey, withMinValues };
    this.#byText.set(text, made);
    return made;
  }
}

/**
 * The first label, in the order of names, on which the sets cannot hold together.
 * @param hasValue says which labels have a value or may still be given one; on others only the
 * absence of the label can be asked for
 */
export function findIncompatibility(
  existing: Requirements,
  incoming: Requirements,
  hasValue: (key: number) => boolean,
): Incompatibility | null {
  for (const wanted of incoming.list) {
    if (!hasValue(wanted.key) && !mayBeAbsent(wanted)) {
      return { kind: 'Undefined', incoming: wanted };
    }
    const found = existing.byKey[wanted.key];
    if (found !== undefined && !requirementsMeet(found, wanted)) {
      return { kind: 'Conflict', existing: found, incoming: wanted };
    }
  }
  return null;
}

/** True when a thing with exactly this value of each label (`undefined`: without it) satisfies all. */
export function labelsSatisfy(
  requirements: Requirements,
  valueOf: (key: number) => number | undefined,
): boolean {
  return requirements.list.every((requirement) => {
    const value = valueOf(requirement.key);
    return value === undefined ? mayBeAbsent(requirement) : hasBit(requirement.allowed, value);
  });
}

/** The value that a label must have; `undefined` while there is a choice. */
export function onlyValueOf({ byKey }: Requirements, key: number): number | undefined {
  const requirement = byKey[key];
  if (requirement === undefined || requirement.complement) return undefined;
  const [only, ...others] = membersOf(requirement.values);
  return others.length === 0 ? only : undefined;
}

/** True when something with one of these values of a label, or without it (none), can satisfy it. */
export function valuesSatisfy(requirement: Requirement, values: Bits): boolean {
  if (bitsIntersect(values, requirement.allowed)) return true;
  return isEmptyBits(values) && mayBeAbsent(requirement);
}

function textOf(requirement: Requirement): string {
  const { key, complement, values, gte, lte, minValues, mustExist } = requirement;
  return `${key}${complement ? '!' : ':'}${values.join()}/${gte}/${lte}/${minValues}/${mustExist}`;
}
