import { describe, expect, it } from 'vitest';
import { nearest } from './nearest.js';

const fields = ['taints', 'startupTaints', 'requirements', 'role', 'spot'];

describe('the nearest word', () => {
  it.each([
    ['taint', 'taints'],
    ['Requirments', 'requirements'],
    ['SPOT', 'spot'],
    ['roel', null],
    ['roles', 'role'],
    ['rol', 'role'],
    ['tolerations', null],
    ['', null],
    ['x'.repeat(100_000), null],
  ])('for %s is %s', (word, meant) => {
    expect(nearest(word, fields)).toBe(meant);
  });
});
