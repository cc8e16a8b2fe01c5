import type { Ec2NodeClassManifest, InstanceTypeFacts } from '@kerf/application';
import { describe, expect, it } from 'vitest';
import { someFacts, someNodeClass } from '../testing/builders.js';
import { volumeLimitsOf } from './volume-limits.js';

const ebsOf = (
  ebsAttachments: InstanceTypeFacts['ebsAttachments'],
  changes: Partial<Ec2NodeClassManifest> = {},
) => {
  const facts = someFacts(ebsAttachments === undefined ? {} : { ebsAttachments });
  const found = volumeLimitsOf(facts, { spec: someNodeClass(changes) });
  return found?.volumeLimits['ebs.csi.aws.com'];
};
const shared = { most: 27, areShared: true };
const dedicated = { most: 32, areShared: false };
const mapped = (...names: readonly string[]) =>
  names.map((deviceName) => ({ deviceName, ebs: { volumeSize: '20Gi' } }));
const interfaces = [0, 1, 2].map((networkCardIndex) => ({
  networkCardIndex,
  deviceIndex: 0,
  interfaceType: 'interface' as const,
}));

describe('the volumes that a new node can attach', () => {
  it('are what EC2 allows less the root volume', () => {
    expect([ebsOf(shared), ebsOf(dedicated)]).toEqual([26, 31]);
  });

  it('are fewer with more volumes of the launch, a replaced one not counted twice', () => {
    expect(ebsOf(dedicated, { blockDeviceMappings: mapped('/dev/xvda') })).toBe(31);
    expect(ebsOf(dedicated, { blockDeviceMappings: mapped('/dev/xvda', '/dev/xvdb') })).toBe(30);
    expect(ebsOf(dedicated, { blockDeviceMappings: mapped('/dev/xvdb') })).toBe(30);
  });

  it('are fewer with more interfaces where both share the slots', () => {
    const networkInterfaces = interfaces;
    expect(ebsOf(shared, { networkInterfaces })).toBe(24);
    expect(ebsOf(dedicated, { networkInterfaces })).toBe(31);
  });

  it('are at least one', () => {
    expect(ebsOf({ most: 1, areShared: true })).toBe(1);
  });

  it('are unknown if EC2 does not say', () => {
    expect(ebsOf(undefined)).toBeUndefined();
  });
});
