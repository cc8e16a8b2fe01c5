import { assertNever, invariant } from '@kerf/core';
import type { RequirementOperator, RequirementSpec } from '../model/requirement-spec.js';
import {
  type Bits,
  bitsIntersect,
  bitsOf,
  emptyBits,
  intersectBits,
  isEmptyBits,
  membersOf,
  subtractBits,
  uniteBits,
} from './bits.js';
import { integerOf, type LabelSpace } from './label-space.js';

/**
 * The values that a label may have: a list of values, or all but a list, within integer bounds. `Gt
 * n` is stored as `gte n+1`, `Lt n` as `lte n-1`. An empty list without complement means that the
 * label must not exist. Source: karpenter pkg/scheduling/requirement.go @v1.14.1.
 */
export interface Requirement {
  readonly key: number;
  /** True: every value except `values`. */
  readonly complement: boolean;
  readonly values: Bits;
  /** Integer bounds; only a complement has them. */
  readonly gte: number | null;
  readonly lte: number | null;
  readonly minValues: number | null;
  /**
   * True for a complement that excludes values and requires the label to exist: `NotIn` and
   * `Exists`. Differs from karpenter, which drops the second; a node then gets the label at random
   * or not at all.
   */
  readonly mustExist: boolean;
  /** The known values of the snapshot that satisfy the requirement. */
  readonly allowed: Bits;
}

type RequirementFields = Omit<Requirement, 'allowed'>;

/** The normalized operator of a requirement; bounds count as `Exists`. */
export type BasicOperator = 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';

/**
 * Compiles one requirement. A bound that is not an integer allows no value.
 * @throws InvariantViolation if the label space does not contain the label
 */
export function compileRequirement(space: LabelSpace, spec: RequirementSpec): Requirement {
  const key = space.keyOf(spec.key);
  invariant(key !== undefined, 'the label of a requirement is not in the label space');
  const none = emptyBits(space.valueCount(key));
  const base = {
    key,
    complement: true,
    values: none,
    gte: null,
    lte: null,
    mustExist: false,
  } as const;
  const { minValues, operator } = spec;
  const listed = (): Bits => valuesOf(space, key, spec.values);
  switch (operator) {
    case 'In':
      return withAllowed(space, { ...base, complement: false, values: listed(), minValues });
    case 'NotIn':
      return withAllowed(space, {
        ...base,
        values: listed(),
        mustExist: spec.values.length === 0,
        minValues,
      });
    case 'Exists':
      return withAllowed(space, { ...base, mustExist: true, minValues });
    case 'DoesNotExist':
      return withAllowed(space, { ...base, complement: false, minValues });
    case 'Gt':
    case 'Gte':
    case 'Lt':
    case 'Lte': {
      const bounds = boundsOf(operator, integerOf(spec.values[0] ?? ''));
      const fields =
        bounds === null ? { ...base, complement: false } : { ...base, ...bounds, mustExist: true };
      return withAllowed(space, { ...fields, minValues });
    }
    default:
      return assertNever(operator);
  }
}

/** Returns an `In` requirement with these values of a label. */
export function requireValues(space: LabelSpace, key: number, values: Bits): Requirement {
  return withAllowed(space, {
    key,
    complement: false,
    values,
    gte: null,
    lte: null,
    minValues: null,
    mustExist: false,
  });
}

/** Returns the requirement that is satisfied by what satisfies both; the higher `minValues` applies. */
export function intersectRequirements(
  space: LabelSpace,
  a: Requirement,
  b: Requirement,
): Requirement {
  const { key } = a;
  const gte = largest(a.gte, b.gte);
  const lte = smallest(a.lte, b.lte);
  const minValues = largest(a.minValues, b.minValues);
  const listed = { key, complement: false, gte: null, lte: null, minValues, mustExist: false };
  if (gte !== null && lte !== null && gte > lte) {
    return withAllowed(space, { ...listed, values: emptyBits(space.valueCount(key)) });
  }
  const values = withinBounds(space, { key, gte, lte }, combineValues(a, b));
  if (!a.complement || !b.complement) return withAllowed(space, { ...listed, values });
  const mustExist = a.mustExist || b.mustExist;
  return withAllowed(space, { key, complement: true, values, gte, lte, minValues, mustExist });
}

/**
 * Returns true if a value can satisfy both, or if neither requires one. Two complements always have
 * a common value unless their bounds exclude each other: the snapshot does not know all values.
 */
export function requirementsOverlap(existing: Requirement, incoming: Requirement): boolean {
  return haveCommonValue(existing, incoming) || (mayBeAbsent(existing) && mayBeAbsent(incoming));
}

function haveCommonValue(a: Requirement, b: Requirement): boolean {
  const gte = largest(a.gte, b.gte);
  const lte = smallest(a.lte, b.lte);
  if (gte !== null && lte !== null && gte > lte) return false;
  return (a.complement && b.complement) || bitsIntersect(a.allowed, b.allowed);
}

/** Returns true if a node without the label satisfies the requirement. */
export function mayBeAbsent(requirement: Requirement): boolean {
  const operator = operatorOf(requirement);
  return operator === 'DoesNotExist' || (operator === 'NotIn' && !requirement.mustExist);
}

/** Returns the normalized operator of the requirement. */
export function operatorOf({ complement, values }: Requirement): BasicOperator {
  if (complement) return isEmptyBits(values) ? 'Exists' : 'NotIn';
  return isEmptyBits(values) ? 'DoesNotExist' : 'In';
}

/** Returns the requirement as manifests write it; bounds and exclusions are separate requirements. */
export function specsOf(space: LabelSpace, requirement: Requirement): RequirementSpec[] {
  const { gte, lte, minValues, values } = requirement;
  const term = (operator: RequirementOperator, texts: readonly string[]): RequirementSpec => ({
    key: space.nameOf(requirement.key),
    operator,
    values: texts,
    minValues,
  });
  const listed = membersOf(values).map((value) => space.textOf(requirement.key, value));
  const bounds = [
    ...(gte === null ? [] : [term('Gte', [String(gte)])]),
    ...(lte === null ? [] : [term('Lte', [String(lte)])]),
  ];
  const operator = operatorOf(requirement);
  if (bounds.length === 0) {
    const exists = operator === 'NotIn' && requirement.mustExist ? [term('Exists', [])] : [];
    return [term(operator, listed), ...exists];
  }
  return listed.length === 0 ? bounds : [...bounds, term('NotIn', listed)];
}

function boundsOf(
  operator: 'Gt' | 'Gte' | 'Lt' | 'Lte',
  value: number,
): { readonly gte: number } | { readonly lte: number } | null {
  if (Number.isNaN(value)) return null;
  if (operator === 'Gt' || operator === 'Gte')
    return { gte: operator === 'Gt' ? value + 1 : value };
  return { lte: operator === 'Lt' ? value - 1 : value };
}

function valuesOf(space: LabelSpace, key: number, texts: readonly string[]): Bits {
  const known = texts.map((text) => {
    const value = space.valueOf(key, text);
    invariant(value !== undefined, 'the value of a requirement is not in the label space');
    return value;
  });
  return bitsOf(space.valueCount(key), known);
}

function combineValues(a: Requirement, b: Requirement): Bits {
  if (a.complement) {
    return b.complement ? uniteBits(a.values, b.values) : subtractBits(b.values, a.values);
  }
  return b.complement ? subtractBits(a.values, b.values) : intersectBits(a.values, b.values);
}

function withinBounds(
  space: LabelSpace,
  { key, gte, lte }: Pick<Requirement, 'key' | 'gte' | 'lte'>,
  values: Bits,
): Bits {
  if (gte === null && lte === null) return values;
  const integers = space.integersOf(key);
  const passes = (value: number): boolean => {
    const integer = integers[value] ?? Number.NaN;
    return integer >= (gte ?? -Infinity) && integer <= (lte ?? Infinity);
  };
  return bitsOf(space.valueCount(key), membersOf(values).filter(passes));
}

function withAllowed(space: LabelSpace, fields: RequirementFields): Requirement {
  if (!fields.complement) return { ...fields, allowed: fields.values };
  const size = space.valueCount(fields.key);
  const all = bitsOf(
    size,
    Array.from({ length: size }, (_, value) => value),
  );
  const candidates = subtractBits(all, fields.values);
  return { ...fields, allowed: withinBounds(space, fields, candidates) };
}

function largest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.max(a, b);
}

function smallest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}
