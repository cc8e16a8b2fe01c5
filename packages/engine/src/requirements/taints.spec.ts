import { describe, expect, it } from 'vitest';
import type { Taint, Toleration } from '../model/taint.js';
import { findUntolerated, isEphemeralTaint, tolerates } from './taints.js';
import { isRestrictedLabel } from './well-known-labels.js';

const taint: Taint = { key: 'team', value: 'a', effect: 'NoSchedule' };
const toleration = (changes: Partial<Toleration>): Toleration => ({
  key: 'team',
  operator: 'Equal',
  value: 'a',
  effect: null,
  ...changes,
});

describe('a toleration', () => {
  it.each<[string, Partial<Toleration>, boolean]>([
    ['the same key and value', {}, true],
    ['another value', { value: 'b' }, false],
    ['any value', { operator: 'Exists', value: '' }, true],
    ['any key', { key: '', operator: 'Exists', value: '' }, true],
    ['the same effect', { effect: 'NoSchedule' }, true],
    ['another effect', { effect: 'NoExecute' }, false],
    ['another key', { key: 'other', operator: 'Exists' }, false],
  ])('of %s', (_what, changes, expected) => {
    expect(tolerates(toleration(changes), taint)).toBe(expected);
  });

  it('is missing for the first taint that no toleration covers', () => {
    const soft: Taint = { key: 'soft', value: '', effect: 'PreferNoSchedule' };
    expect(findUntolerated([taint, soft], [toleration({})])).toBe(soft);
    expect(findUntolerated([], [])).toBeNull();
  });
});

describe('an ephemeral taint', () => {
  it.each([
    ['node.kubernetes.io/not-ready', 'NoExecute', true],
    ['readiness.k8s.io/gpu', 'NoSchedule', true],
    ['karpenter.sh/unregistered', 'NoExecute', true],
    ['karpenter.sh/disrupted', 'NoSchedule', false],
    ['node.kubernetes.io/unreachable', 'NoExecute', false],
  ] as const)('%s:%s is %s', (key, effect, expected) => {
    expect(isEphemeralTaint({ key, value: 'true', effect })).toBe(expected);
  });
});

describe('a restricted label', () => {
  it.each([
    ['kubernetes.io/hostname', true],
    ['karpenter.sh/anything', true],
    ['my.karpenter.sh/anything', true],
    ['karpenter.sh/capacity-type', false],
    ['notkarpenter.sh/anything', false],
    ['team', false],
  ])('%s is %s', (label, expected) => {
    const wellKnown = new Set(['karpenter.sh/capacity-type']);
    expect(isRestrictedLabel(label, wellKnown)).toBe(expected);
  });
});
