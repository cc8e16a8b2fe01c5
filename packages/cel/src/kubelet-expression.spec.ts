import { describe, expect, it } from 'vitest';
import { type InstanceTypeVariables, readKubeletExpression } from './kubelet-expression.js';

const m5large: InstanceTypeVariables = {
  instanceType: 'm5.large',
  vcpus: 2,
  memoryMiB: 8192,
  defaultEnis: 3,
  ipsPerEni: 10,
  maxPods: 29,
};

function valueOf(text: string, variables = m5large): number | string {
  const read = readKubeletExpression(text);
  if (!read.ok) return `refused: ${read.error}`;
  const value = read.value(variables);
  return value.ok ? value.value : value.error;
}

describe('an expression of a kubelet setting', () => {
  it.each<[string, number]>([
    ['((default_enis - 1) * (ips_per_eni - 1)) + 2', 20],
    ['min(250, ((default_enis - 1) * (ips_per_eni - 1)) * 16 + 2)', 250],
    ['min(110, max_pods)', 29],
    ['max(60, vcpus * 30)', 60],
    ['max(100, memory_mib / 64)', 128],
    ['double(vcpus) * 2.75', 5],
    ['max(vcpus, 2.9)', 2],
    ['min(2.5, vcpus)', 2],
    ['instance_type.startsWith("m5.") ? 7 : 8', 7],
    ['110', 110],
  ])('%s is %i for m5.large', (text, value) => {
    expect(valueOf(text)).toBe(value);
  });

  it.each<[string, string]>([
    ['vcpus - 3', 'is -1 instead of a number from 0 to 2147483647'],
    ['1.0 / double(vcpus - 2)', 'is Infinity instead of a number from 0 to 2147483647'],
    ['10 / (vcpus - 2)', 'division by zero'],
    ['9223372036854775807 + vcpus', 'integer overflow: 9223372036854775809'],
    ['memory_mib * memory_mib * memory_mib', 'is 549755813888 instead of a number'],
    ['vcpus > 1 ? -5 : 1', 'is -5 instead of a number from 0 to 2147483647'],
  ])('%s has no value for m5.large, and says so', (text, message) => {
    expect(valueOf(text)).toContain(message);
  });

  it.each<[string, string]>([
    ['vcpus +', 'Unexpected token'],
    ['cores * 2', 'Unknown variable: cores'],
    ['vcpus > 1', 'has the type bool instead of int or double'],
    ['instance_type', 'has the type string instead of int or double'],
    ['vcpus * 2.5', 'no such overload: int * double'],
    ['max(1, 2, 3)', 'Exceeded maxCallArguments'],
    ['[1, 2].map(x, x * 2)[0]', 'Exceeded maxListElements'],
    ['instance_type.matches("(a+)+b") ? 1 : 2', 'must not call matches'],
    ['1 + int(string(vcpus))', 'must not call string'],
    [`${'1 + '.repeat(200)}1`, 'has more than 512 characters'],
    [`${'1+'.repeat(200)}1`, 'Exceeded maxAstNodes'],
    [`${'('.repeat(40)}1${')'.repeat(40)}`, 'Exceeded maxDepth'],
  ])('%s is refused with the reason', (text, message) => {
    expect(valueOf(text)).toContain(message);
    expect(valueOf(text)).toMatch(/^refused/);
  });
});
