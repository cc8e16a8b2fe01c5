import { describe, expect, it } from 'vitest';
import { kubeletMaySet } from './bootstrap-input.js';

describe('labels of a kubelet', () => {
  it.each([
    'team',
    'example.com/team',
    'karpenter.sh/nodepool',
    'topology.kubernetes.io/zone',
    'node.kubernetes.io/anything',
    'sub.node.kubernetes.io/anything',
  ])('may be %s', (key) => {
    expect(kubeletMaySet(key)).toBe(true);
  });

  it.each([
    'app.kubernetes.io/name',
    'kubernetes.io/role',
    'k8s.io/x',
    'kops.k8s.io/instancegroup',
    'node-restriction.kubernetes.io/x',
  ])('may not be %s', (key) => {
    expect(kubeletMaySet(key)).toBe(false);
  });
});
