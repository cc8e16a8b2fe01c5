import { describe, expect, it } from 'vitest';
import { g5Xlarge, someLaunchRequest } from '../testing/builders.js';
import { type ClaimInstance, toLaunchedInstance } from './launched-instance.js';

const request = someLaunchRequest([g5Xlarge], {
  labels: { team: 'search', 'karpenter.sh/capacity-type': 'on-demand' },
});
const launched: ClaimInstance = {
  instanceId: 'i-1',
  instanceType: 'g5.xlarge',
  zone: 'us-east-1b',
  subnetId: 'subnet-b',
  capacityType: 'spot',
  reservationId: null,
  imageId: 'ami-nvidia',
  securityGroupIds: ['sg-1'],
};

describe('a launched instance', () => {
  it('has the capacity of its type and the price of its offering', () => {
    const instance = toLaunchedInstance(request, launched);
    expect(instance).toMatchObject({
      securityGroupIds: ['sg-1'],
      providerId: 'aws:///us-east-1b/i-1',
      priceMicroUsdPerHour: 335_333,
      capacity: { 'nvidia.com/gpu': 1, cpu: 4000 },
      allocatable: { cpu: 3920 },
    });
  });

  it('has the price of AWS, not that of a NodeOverlay', () => {
    const options = request.options.map((option) => ({
      ...option,
      offerings: option.offerings.map((offering) => ({
        ...offering,
        priceMicroUsdPerHour: 1,
        priceOverlay: { name: 'o', listedMicroUsdPerHour: offering.priceMicroUsdPerHour },
      })),
    }));
    expect(toLaunchedInstance({ ...request, options }, launched).priceMicroUsdPerHour).toBe(
      335_333,
    );
  });

  it('has labels of NodeClaim, instance type and offering', () => {
    const { labels } = toLaunchedInstance(request, launched);
    expect(labels).toMatchObject({
      team: 'search',
      'karpenter.sh/nodepool': 'default',
      'karpenter.k8s.aws/ec2nodeclass': 'default',
      'karpenter.sh/capacity-type': 'spot',
      'topology.kubernetes.io/zone': 'us-east-1b',
      'topology.k8s.aws/zone-id': 'use1-az2',
      'topology.kubernetes.io/region': 'us-east-1',
      'node.kubernetes.io/instance-type': 'g5.xlarge',
      'kubernetes.io/arch': 'amd64',
      'kubernetes.io/os': 'linux',
      'karpenter.k8s.aws/instance-gpu-count': '1',
      'karpenter.k8s.aws/instance-tenancy': 'default',
    });
    expect(labels).not.toHaveProperty('karpenter.k8s.aws/instance-accelerator-count');
  });

  it('has dedicated tenancy if the requirements allow nothing else', () => {
    const requirements = [
      {
        key: 'karpenter.k8s.aws/instance-tenancy',
        operator: 'In',
        values: ['dedicated'],
        minValues: null,
      },
    ] as const;
    const { labels } = toLaunchedInstance({ ...request, requirements }, launched);
    expect(labels['karpenter.k8s.aws/instance-tenancy']).toBe('dedicated');
  });

  it('has no NodePool label if its NodeClaim has no NodePool', () => {
    const { labels } = toLaunchedInstance({ ...request, nodePool: null }, launched);
    expect(labels).not.toHaveProperty('karpenter.sh/nodepool');
  });

  it('is returned even if its type is no longer an option', () => {
    expect(toLaunchedInstance(request, { ...launched, instanceType: 'm9.large' })).toMatchObject({
      instanceType: 'm9.large',
      priceMicroUsdPerHour: null,
      capacity: {},
      labels: { 'node.kubernetes.io/instance-type': 'm9.large' },
    });
  });
});
