import { describe, expect, it } from 'vitest';
import { someNodeClass } from '../testing/builders.js';
import { validateNodeClass } from './validate-node-class.js';

const reasonsOf = (...overrides: Parameters<typeof someNodeClass>) =>
  validateNodeClass(someNodeClass(...overrides)).map(
    ({ reason, message }) => `${reason}: ${message}`,
  );

describe('a node class', () => {
  it('is valid without problems', () => {
    const kubelet = {
      kubeReserved: { cpu: '100m', memory: '1Gi' },
      evictionHard: { 'memory.available': '5%', 'nodefs.available': '1Gi' },
    };
    expect(reasonsOf({ kubelet })).toEqual([]);
  });

  it('is refused with its invalid amounts', () => {
    const kubelet = {
      kubeReserved: { cpu: '100 m', memory: '-1Gi' },
      evictionHard: { 'memory.available': '150%', 'nodefs.available': 'ten' },
    };
    expect(reasonsOf({ kubelet })).toEqual([
      'InvalidKubeletConfiguration: spec.kubelet.kubeReserved[cpu]: "100 m" is not a valid amount.',
      'InvalidKubeletConfiguration: spec.kubelet.kubeReserved[memory]: "-1Gi" is not a valid amount.',
      'InvalidKubeletConfiguration: spec.kubelet.evictionHard[memory.available]: "150%" is not a valid amount.',
      'InvalidKubeletConfiguration: spec.kubelet.evictionHard[nodefs.available]: "ten" is not a valid amount.',
    ]);
  });

  it('needs an amiFamily for custom images', () => {
    expect(reasonsOf({ amiSelectorTerms: [{ id: 'ami-1' }] })[0]).toContain('AMIFamilyUnknown');
    expect(reasonsOf({ amiSelectorTerms: [{ id: 'ami-1' }], amiFamily: 'AL2023' })).toEqual([]);
  });

  it.each([
    ['UserDataInvalid', { amiFamily: 'Bottlerocket' as const, userData: 'not = [toml' }],
    ['UserDataSizeLimitExceeded', { userData: `#!/bin/sh\n${'#'.repeat(17_000)}` }],
  ])('is refused for user data with %s', (reason, overrides) => {
    expect(reasonsOf(overrides)[0]).toContain(reason);
  });
});
