import { describe, expect, it } from 'vitest';
import { readLabelSelector } from './label-selector.js';

describe('a label selector', () => {
  it('is read as kubectl writes it', () => {
    expect(
      readLabelSelector(
        'team in (a, b),!spot,tier!=db,zone=z1,env==prod,example.com/gpu,size notin (s,m)',
      ),
    ).toEqual([
      { key: 'team', operator: 'In', values: ['a', 'b'] },
      { key: 'spot', operator: 'DoesNotExist', values: [] },
      { key: 'tier', operator: 'NotIn', values: ['db'] },
      { key: 'zone', operator: 'In', values: ['z1'] },
      { key: 'env', operator: 'In', values: ['prod'] },
      { key: 'example.com/gpu', operator: 'Exists', values: [] },
      { key: 'size', operator: 'NotIn', values: ['s', 'm'] },
    ]);
  });

  it.each([
    '',
    'a,,b',
    'a in b',
    'a in (b',
    'a=b=c',
    '=a',
    '!',
    'a b',
    '-a',
    "a='; DROP TABLE",
    'a in ((b))',
  ])('that is none is refused: %s', (text) => {
    expect(() => readLabelSelector(text)).toThrow('no requirement');
  });

  it('has a limit, and takes linear time', () => {
    expect(() => readLabelSelector('a,'.repeat(30))).toThrow('at most 20 requirements');
    expect(() => readLabelSelector('a'.repeat(2_001))).toThrow('at most 2000 characters');
    expect(() => readLabelSelector('(,'.repeat(900))).toThrow('at most 20 requirements');
  });
});
