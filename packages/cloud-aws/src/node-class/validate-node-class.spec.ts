import { describe, expect, it } from 'vitest';
import { someNodeClass } from '../testing/builders.js';
import { validateNodeClass } from './validate-node-class.js';

const reasonsOf = (...overrides: Parameters<typeof someNodeClass>) =>
  validateNodeClass(someNodeClass(...overrides)).problems.map(
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

  it('has user data of the size with which a node joins the cluster', () => {
    const cluster = {
      name: 'prod',
      endpoint: 'https://prod.example.com',
      certificateAuthority: 'x'.repeat(2_000),
      facts: {
        accountId: '111122223333',
        kubernetesVersion: '1.34',
        serviceCidr: '172.20.0.0/16',
        clusterDnsIp: '172.20.0.10',
      },
    };
    const spec = someNodeClass({ userData: `#!/bin/sh\n${'#'.repeat(14_000)}` });
    const alone = validateNodeClass(spec);
    expect(alone.problems).toEqual([]);
    const joined = validateNodeClass(spec, cluster);
    expect((joined.userDataBytes ?? 0) - (alone.userDataBytes ?? 0)).toBeGreaterThan(2_000);
    const [{ message } = { message: '' }] = joined.problems;
    expect(message).toContain(`spec.userData: the user data has ${joined.userDataBytes} bytes`);
    expect(message).toMatch(/EC2 allows 16384; shorten spec\.userData by \d+ bytes/);
  });
});
