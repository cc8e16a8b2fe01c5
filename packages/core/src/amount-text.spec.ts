import { describe, expect, it } from 'vitest';
import {
  countOf,
  formatAmount,
  formatCpu,
  formatMemory,
  formatNamedAmount,
} from './amount-text.js';

const gib = 1024 ** 3;

describe('formatAmount', () => {
  it.each([
    ['cpu', 10_650, '10.7 CPU'],
    ['cpu', 300, '0.3 CPU'],
    ['memory', 7.625 * gib, '7.63 GiB'],
    ['memory', 2117 * gib, '2,117 GiB'],
    ['memory', 640 * 1024 ** 2, '640 MiB'],
    ['ephemeral-storage', 20 * gib, '20 GiB'],
    ['hugepages-2Mi', 2 * gib, '2 GiB'],
    ['nvidia.com/gpu', 4, '4 nvidia.com/gpu'],
    ['pods', 1_200, '1,200 pods'],
  ])('formats %s of %d as %s', (resource, amount, text) => {
    expect(formatAmount(resource, amount)).toBe(text);
  });

  it.each([
    ['cpu', 300, '0.3 CPU'],
    ['memory', gib, '1 GiB memory'],
    ['ephemeral-storage', gib, '1 GiB local storage'],
    ['nvidia.com/gpu', 2, '2 nvidia.com/gpu'],
  ])('names the resource once: %s', (resource, amount, text) => {
    expect(formatNamedAmount(resource, amount)).toBe(text);
  });

  it('never formats a small amount of memory as 0', () => {
    expect(formatMemory(512)).toBe('512 B');
    expect(formatMemory(0)).toBe('0 MiB');
    expect(formatCpu(0)).toBe('0');
  });
});

describe('countOf', () => {
  it('uses the singular for one', () => {
    expect(countOf(1, 'node')).toBe('1 node');
    expect(countOf(1_204, 'pod')).toBe('1,204 pods');
    expect(countOf(2, 'document is', 'documents are')).toBe('2 documents are');
  });
});
