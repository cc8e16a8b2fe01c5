import { expect, it } from 'vitest';
import { given } from './given.js';

it('leaves out the fields of an input that are absent or null, and keeps those that are empty', () => {
  const input = { name: null, teamIds: undefined, nodePools: [], isEnabled: false, search: '' };
  expect(Object.entries(given(input))).toEqual([
    ['nodePools', []],
    ['isEnabled', false],
    ['search', ''],
  ]);
});
