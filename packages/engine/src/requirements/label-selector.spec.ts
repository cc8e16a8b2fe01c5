import { describe, expect, it } from 'vitest';
import type { LabelSelector } from '../model/labels.js';
import { selectorMatches } from './label-selector.js';

const labels = { app: 'web', tier: 'front' };
const selecting = (changes: Partial<LabelSelector>): LabelSelector => ({
  matchLabels: {},
  matchExpressions: [],
  ...changes,
});

describe('a label selector', () => {
  it.each<[string, LabelSelector | null, boolean]>([
    ['nothing if it is null', null, false],
    ['everything if it is empty', selecting({}), true],
    ['by label', selecting({ matchLabels: { app: 'web' } }), true],
    ['by all labels', selecting({ matchLabels: { app: 'web', tier: 'back' } }), false],
    ['no inherited property', selecting({ matchLabels: { constructor: 'x' } }), false],
  ])('selects %s', (_what, selector, expected) => {
    expect(selectorMatches(selector, labels)).toBe(expected);
  });

  it.each([
    ['In', ['web', 'db'], true],
    ['In', ['db'], false],
    ['NotIn', ['db'], true],
    ['NotIn', ['web'], false],
    ['Exists', [], true],
    ['DoesNotExist', [], false],
  ] as const)('compares a label with %s %j', (operator, values, expected) => {
    const selector = selecting({ matchExpressions: [{ key: 'app', operator, values }] });
    expect(selectorMatches(selector, labels)).toBe(expected);
  });

  it.each([
    ['NotIn', true],
    ['DoesNotExist', true],
    ['In', false],
    ['Exists', false],
  ] as const)('takes an absent label with %s as %s', (operator, expected) => {
    const selector = selecting({
      matchExpressions: [{ key: 'toString', operator, values: ['x'] }],
    });
    expect(selectorMatches(selector, labels)).toBe(expected);
  });
});
