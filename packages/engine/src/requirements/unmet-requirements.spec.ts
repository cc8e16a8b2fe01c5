import { describe, expect, it } from 'vitest';
import type { RequirementOperator } from '../model/requirement-spec.js';
import { unmetRequirements } from './unmet-requirements.js';

const labels = { 'kubernetes.io/arch': 'amd64', cpus: '4', team: 'web' };

describe('113: the requirements that the labels of a node do not satisfy', () => {
  it.each<[string, RequirementOperator, readonly string[], boolean]>([
    ['a listed value', 'In', ['web', 'api'], true],
    ['another value', 'In', ['api'], false],
    ['a value that is excluded', 'NotIn', ['web'], false],
    ['a value that is not excluded', 'NotIn', ['api'], true],
    ['a value that may be any', 'Exists', [], true],
    ['a value that must not exist', 'DoesNotExist', [], false],
    ['a text as a bound', 'Gt', ['1'], false],
  ])('know %s', (_what, operator, values, isMet) => {
    const requirement = { key: 'team', operator, values, minValues: null };
    expect(unmetRequirements([requirement], labels)).toEqual(isMet ? [] : [requirement]);
  });

  it.each<[RequirementOperator, string, boolean]>([
    ['Gt', '3', true],
    ['Gt', '4', false],
    ['Lt', '5', true],
    ['Lt', '4', false],
    ['Gte', '4', true],
    ['Gte', '5', false],
    ['Lte', '4', true],
    ['Lte', '3', false],
  ])('compare integers: %s %s', (operator, bound, isMet) => {
    const requirement = { key: 'cpus', operator, values: [bound], minValues: null };
    expect(unmetRequirements([requirement], labels)).toHaveLength(isMet ? 0 : 1);
  });

  it.each<[RequirementOperator, boolean]>([
    ['In', false],
    ['NotIn', true],
    ['Exists', false],
    ['DoesNotExist', true],
    ['Gt', false],
    ['Lt', false],
  ])('know that the label is absent: %s', (operator, isMet) => {
    const requirement = { key: 'zone', operator, values: ['1'], minValues: null };
    expect(unmetRequirements([requirement], labels)).toHaveLength(isMet ? 0 : 1);
  });

  it('accept the former name of a well-known label', () => {
    const arch = { key: 'beta.kubernetes.io/arch', operator: 'In', minValues: null } as const;
    expect(unmetRequirements([{ ...arch, values: ['amd64'] }], labels)).toEqual([]);
    expect(unmetRequirements([{ ...arch, values: ['arm64'] }], labels)).toHaveLength(1);
  });
});
