import { aPod } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { reschedulingCost } from './rescheduling-cost.js';

const pod = (deletionCost: number, priority = 0) =>
  aPod().withSpec({ priority }).running({ deletionCost });

describe('reschedulingCost', () => {
  it('is one for the node and one for each ordinary pod', () => {
    expect(reschedulingCost([])).toBe(1);
    expect(reschedulingCost([pod(0), pod(0)])).toBe(3);
  });

  it('increases with the deletion cost and the priority', () => {
    expect(reschedulingCost([pod(2 ** 27)])).toBe(3);
    expect(reschedulingCost([pod(0, 2 ** 25)])).toBe(3);
    expect(reschedulingCost([pod(2 ** 27, 2 ** 26)])).toBe(5);
  });

  it('is at most 10 for a pod: deletion costs and priorities go up to 2^31', () => {
    expect(reschedulingCost([pod(2 ** 31 - 1, 2_000_001_000)])).toBe(11);
  });

  it('does not decrease below that of the node, however low the deletion cost is', () => {
    expect(reschedulingCost([pod(-(2 ** 31))])).toBe(1);
    expect(reschedulingCost([pod(-(2 ** 31)), pod(0)])).toBe(2);
    expect(reschedulingCost([pod(-(2 ** 26))])).toBe(1.5);
  });
});
