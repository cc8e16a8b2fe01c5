import { describe, expect, it } from 'vitest';
import { distanceOf } from './distance.js';

describe('the distance of two requests', () => {
  it('is 0 for the same values, and for null instead of an absent value', () => {
    expect(
      distanceOf({ after: null, filter: { states: ['A'] } }, { filter: { states: ['A'] } }),
    ).toBe(0);
  });

  it('counts the values that differ', () => {
    expect(distanceOf({ a: 1, b: true, c: 'x' }, { a: 1, b: false, c: 'y' })).toBe(2);
    expect(distanceOf({ filter: { states: ['A'] } }, { filter: {} })).toBe(1);
  });

  it('is smaller for numbers of similar size', () => {
    expect(distanceOf(25, 29)).toBeLessThan(distanceOf(25, 0));
    expect(distanceOf(25, 29)).toBeGreaterThan(0);
  });

  it('is infinite for different objects', () => {
    const id = (digit: string) => `clu_${digit.repeat(32)}`;
    expect(distanceOf({ clusterId: id('1') }, { clusterId: id('2') })).toBe(Infinity);
    expect(distanceOf({ clusterId: id('1') }, { clusterId: null })).toBe(Infinity);
    expect(distanceOf({ clusterId: id('1') }, { clusterId: id('1') })).toBe(0);
  });

  it('is smaller for texts that begin alike', () => {
    const near = distanceOf('kind: NodePool', 'kind: NodePool # a note');
    expect(near).toBeLessThan(distanceOf('kind: NodePool', 'apiVersion: v1'));
    expect(near).toBeGreaterThan(0);
  });
});
