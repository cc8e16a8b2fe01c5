import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RequirementSpec } from '../model/requirement-spec.js';
import { membersOf } from './bits.js';
import { integerOf, LabelSpaceBuilder } from './label-space.js';
import {
  compileRequirement,
  intersectRequirements,
  type Requirement,
  requirementsOverlap,
  specsOf,
} from './requirement.js';

const key = 'example.com/size';
const texts = ['0', '1', '2', '3', '5', '08', '-4', 'large', ''];
const builder = new LabelSpaceBuilder();
builder.addLabel(key);
builder.addValues(key, texts);
const space = builder.build();
const values = texts.map((text) => space.valueOf(0, text) ?? -1);

const spec: fc.Arbitrary<RequirementSpec> = fc.oneof(
  fc.record({
    key: fc.constant(key),
    operator: fc.constantFrom('In', 'NotIn'),
    values: fc.subarray(texts),
    minValues: fc.option(fc.integer({ min: 1, max: 5 })),
  }),
  fc.record({
    key: fc.constant(key),
    operator: fc.constantFrom('Exists', 'DoesNotExist'),
    values: fc.constant([]),
    minValues: fc.option(fc.integer({ min: 1, max: 5 })),
  }),
  fc.record({
    key: fc.constant(key),
    operator: fc.constantFrom('Gt', 'Gte', 'Lt', 'Lte'),
    values: fc.integer({ min: -1, max: 6 }).map((bound) => [String(bound)]),
    minValues: fc.option(fc.integer({ min: 1, max: 5 })),
  }),
);
const requirement = spec.map((item) => compileRequirement(space, item));
const run = { seed: 20_260_101, numRuns: 2_000 };
const intersect = (a: Requirement, b: Requirement) => intersectRequirements(space, a, b);

/** The meaning of an operator for one value, without the algebra. */
function allows({ operator, values: listed }: RequirementSpec, text: string): boolean {
  const bound = integerOf(listed[0] ?? '');
  switch (operator) {
    case 'In':
      return listed.includes(text);
    case 'NotIn':
      return !listed.includes(text);
    case 'Exists':
      return true;
    case 'DoesNotExist':
      return false;
    case 'Gt':
      return integerOf(text) > bound;
    case 'Gte':
      return integerOf(text) >= bound;
    case 'Lt':
      return integerOf(text) < bound;
    case 'Lte':
      return integerOf(text) <= bound;
    default:
      return operator satisfies never;
  }
}

describe('the requirement algebra', () => {
  it('allows exactly the values that the operator means', () => {
    fc.assert(
      fc.property(spec, (item) => {
        const allowed = membersOf(compileRequirement(space, item).allowed);
        expect(allowed).toEqual(
          values.filter((value) => allows(item, space.textOf(0, value))).sort((a, b) => a - b),
        );
      }),
      run,
    );
  });

  it('intersects to the values that both allow', () => {
    fc.assert(
      fc.property(requirement, requirement, (a, b) => {
        const both = membersOf(a.allowed).filter((value) => membersOf(b.allowed).includes(value));
        expect(membersOf(intersect(a, b).allowed)).toEqual(both);
      }),
      run,
    );
  });

  it('is commutative, associative and idempotent', () => {
    fc.assert(
      fc.property(requirement, requirement, requirement, (a, b, c) => {
        expect(intersect(a, b)).toEqual(intersect(b, a));
        expect(intersect(intersect(a, b), c)).toEqual(intersect(a, intersect(b, c)));
        const once = intersect(a, b);
        expect(intersect(once, once)).toEqual(once);
      }),
      run,
    );
  });

  it('reports a common value if a value satisfies both requirements', () => {
    fc.assert(
      fc.property(requirement, requirement, (a, b) => {
        const shareValue = membersOf(intersect(a, b).allowed).length > 0;
        expect(requirementsOverlap(a, b) || !shareValue).toBe(true);
        expect(requirementsOverlap(a, b)).toBe(requirementsOverlap(b, a));
      }),
      run,
    );
  });

  it('returns specs that compile to an equal requirement', () => {
    fc.assert(
      fc.property(requirement, requirement, (a, b) => {
        const both = intersect(a, b);
        const read = specsOf(space, both).map((item) => compileRequirement(space, item));
        expect(read.reduce(intersect)).toEqual(both);
      }),
      run,
    );
  });
});
