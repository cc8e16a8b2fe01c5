import { describe, expect, it } from 'vitest';
import type { RequirementOperator } from '../model/requirement-spec.js';
import { LabelSpaceBuilder } from './label-space.js';
import { termsOf, termsOfValues } from './label-terms.js';
import { compileRequirement, operatorOf, requirementsOverlap } from './requirement.js';
import { findIncompatibility, labelsSatisfy, RequirementsTable } from './requirements.js';

const builder = new LabelSpaceBuilder();
for (const label of ['beta.kubernetes.io/arch', 'team', 'size']) builder.addLabel(label);
builder.addValues('kubernetes.io/arch', ['arm64', 'amd64']);
builder.addValues('team', ['a', 'b', 'c', 'd', 'e', 'f', 'g']);
builder.addValues('size', ['1', '2', '4']);
builder.addValues('unread', ['x']);
const space = builder.build();
const requirement = (key: string, operator: RequirementOperator, ...values: string[]) =>
  compileRequirement(space, { key, operator, values, minValues: null });

describe('the label space', () => {
  it('maps deprecated labels to current ones, and sorts by name', () => {
    expect(space.keyOf('beta.kubernetes.io/arch')).toBe(space.keyOf('kubernetes.io/arch'));
    const arch = space.keyOf('kubernetes.io/arch') ?? -1;
    expect([space.valueOf(arch, 'amd64'), space.valueOf(arch, 'arm64')]).toEqual([0, 1]);
  });

  it('drops the values of labels that nothing reads', () => {
    expect(space.keyOf('unread')).toBeUndefined();
  });
});

describe('a requirement', () => {
  it.each([
    ['Gt', 'Exists'],
    ['Exists', 'Exists'],
    ['NotIn', 'NotIn'],
    ['In', 'In'],
    ['DoesNotExist', 'DoesNotExist'],
  ] as const)('with %s amounts to %s', (operator, basic) => {
    const values = operator === 'Exists' || operator === 'DoesNotExist' ? [] : ['1'];
    expect(operatorOf(requirement('size', operator, ...values))).toBe(basic);
  });

  it('allows no value if its bound is not an integer', () => {
    expect(operatorOf(requirement('size', 'Gt', 'large'))).toBe('DoesNotExist');
    expect(operatorOf(requirement('size', 'Lte'))).toBe('DoesNotExist');
  });

  it('is compatible with another one that also allows the absence of the label', () => {
    const absent = requirement('team', 'DoesNotExist');
    expect(requirementsOverlap(absent, requirement('team', 'NotIn', 'a'))).toBe(true);
    expect(requirementsOverlap(absent, requirement('team', 'Exists'))).toBe(false);
    expect(requirementsOverlap(absent, requirement('team', 'In', 'a'))).toBe(false);
  });

  it('shows the first of its values in reasons', () => {
    expect(termsOf(space, requirement('size', 'Gt', '1'))).toEqual([
      { operator: 'Gte', values: ['2'], omitted: 0 },
    ]);
    expect(termsOf(space, requirement('team', 'Exists'))).toEqual([
      { operator: 'Exists', values: [], omitted: 0 },
    ]);
    const many = requirement('team', 'In', 'a', 'b', 'c', 'd', 'e', 'f', 'g');
    expect(termsOf(space, many)).toEqual([
      { operator: 'In', values: ['a', 'b', 'c', 'd', 'e'], omitted: 2 },
    ]);
    const none = requirement('team', 'DoesNotExist').values;
    expect(termsOfValues(space, many.key, none)).toEqual([
      { operator: 'DoesNotExist', values: [], omitted: 0 },
    ]);
  });
});

describe('requirements', () => {
  const table = new RequirementsTable(space);
  const arm = table.of([requirement('kubernetes.io/arch', 'In', 'arm64')]);

  it('are one object if they are equal', () => {
    const size = requirement('size', 'Gte', '2');
    const [arch] = arm.list;
    expect(arch === undefined ? null : table.of([size, arch])).toBe(
      table.join(arm, table.of([size])),
    );
  });

  it('keep the higher minValues', () => {
    const flexible = (minValues: number) =>
      table.compile([{ key: 'team', operator: 'Exists', values: [], minValues }]);
    expect(table.join(flexible(2), flexible(5)).withMinValues[0]?.minValues).toBe(5);
  });

  it('can require only the absence of a label that nothing defines', () => {
    const team = table.compile([{ key: 'team', operator: 'In', values: ['a'], minValues: null }]);
    const notTeam = table.compile([
      { key: 'team', operator: 'NotIn', values: ['a'], minValues: null },
    ]);
    expect(findIncompatibility(arm, team, () => false)?.kind).toBe('Undefined');
    expect(findIncompatibility(arm, team, () => true)).toBeNull();
    expect(findIncompatibility(arm, notTeam, () => false)).toBeNull();
  });

  it('are satisfied by labels or by their absence', () => {
    const value = space.valueOf(arm.list[0]?.key ?? -1, 'arm64');
    expect(labelsSatisfy(arm, () => value)).toBe(true);
    expect(labelsSatisfy(arm, () => undefined)).toBe(false);
  });
});
