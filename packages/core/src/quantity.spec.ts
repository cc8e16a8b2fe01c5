import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatMilliCpu,
  formatQuantity,
  parseBytes,
  parseMilliCpu,
} from './quantity.js';

describe('quantities', () => {
  it.each([
    ['500m', 500],
    ['1', 1000],
    ['1.5', 1500],
    [2, 2000],
    ['0.1', 100],
    ['1e3', 1_000_000],
    ['100u', 1],
    ['.5', 500],
    ['5.', 5000],
  ])('parses CPU %s as %d thousandths', (text, milliCpu) => {
    expect(parseMilliCpu(text)).toEqual({ ok: true, value: milliCpu });
  });

  it.each([
    ['1Gi', 1073741824],
    ['1.5Gi', 1610612736],
    ['128974848', 128974848],
    ['129M', 129_000_000],
    ['129e6', 129_000_000],
    ['100m', 1],
    ['4Ti', 4398046511104],
    ['0', 0],
  ])('parses memory %s as %d bytes', (text, bytes) => {
    expect(parseBytes(text)).toEqual({ ok: true, value: bytes });
  });

  it.each(['', 'abc', '1 Gi', '1GiB', '--1', '1e99', '9e30', '1'.repeat(65), 'NaN', '0x10'])(
    'refuses %j with an error sentence',
    (text) => {
      expect(parseBytes(text)).toMatchObject({ ok: false, error: expect.any(String) });
    },
  );

  it('formats quantities that parse to the same amount', () => {
    expect(formatMilliCpu(1500)).toBe('1500m');
    expect(formatMilliCpu(2000)).toBe('2');
    expect(formatBytes(1073741824)).toBe('1Gi');
    expect(formatBytes(1610612736)).toBe('1536Mi');
    expect(formatBytes(1000)).toBe('1000');
    expect(formatBytes(0)).toBe('0');
  });

  it.each([
    ['cpu', 1500, '1500m'],
    ['memory', 1073741824, '1Gi'],
    ['ephemeral-storage', 21474836480, '20Gi'],
    ['hugepages-2Mi', 2147483648, '2Gi'],
    ['pods', 58, '58'],
    ['nvidia.com/gpu', 1024, '1024'],
  ])('formats an amount of %s in the unit of the resource', (resource, amount, quantity) => {
    expect(formatQuantity(resource, amount)).toBe(quantity);
  });
});
