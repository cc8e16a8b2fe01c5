import { aNodeClassDefinition, aNodePoolDefinition } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { Ec2NodeClassManifest } from '../domain/definition/ec2-node-class-manifest.js';
import type { RequirementManifest } from '../domain/definition/node-pool-manifest.js';
import { ineffectiveFields } from './ineffective-fields.js';

const named = { clusterId: 'clu_1', name: 'default' };
const pool = aNodePoolDefinition(named);
const nodeClass = aNodeClassDefinition(named);

const ofRequirement = (requirement: RequirementManifest) => {
  const { template } = pool.spec;
  const spec = { ...template.spec, requirements: [requirement] };
  return ineffectiveFields({ ...pool, spec: { ...pool.spec, template: { ...template, spec } } });
};
const ofNodeClass = (fields: Partial<Ec2NodeClassManifest>) =>
  ineffectiveFields({ ...nodeClass, spec: { ...nodeClass.spec, ...fields } });

describe('ineffectiveFields', () => {
  it('is empty for definitions whose fields all have an effect', () => {
    expect(ineffectiveFields(pool)).toEqual([]);
    expect(ineffectiveFields(nodeClass)).toEqual([]);
  });

  it('reports interruptible capacity reservations, which nothing is launched into', () => {
    const key = 'karpenter.k8s.aws/capacity-reservation-interruptible';
    const [field] = ofRequirement({ key, operator: 'In', values: ['false', 'true'] });
    expect(field?.path.slice(-2)).toEqual(['values', 1]);
    expect(ofRequirement({ key, operator: 'In', values: ['false'] })).toEqual([]);
    expect(ofRequirement({ key, operator: 'NotIn', values: ['true'] })).toEqual([]);
  });

  it('reports no partition of a placement group', () => {
    const key = 'karpenter.k8s.aws/placement-group-partition';
    expect(ofRequirement({ key, operator: 'In', values: ['1'] })).toEqual([]);
  });

  it('reports neither reserved capacity nor selectors of capacity reservations', () => {
    const key = 'karpenter.sh/capacity-type';
    expect(ofRequirement({ key, operator: 'In', values: ['reserved'] })).toEqual([]);
    expect(ofNodeClass({ capacityReservationSelectorTerms: [{ id: 'cr-1' }] })).toEqual([]);
  });

  it.each([
    ['bottlerocket@latest', { podsPerCore: 5 }, ['spec.kubelet.podsPerCore']],
    ['bottlerocket@latest', { clusterDNS: ['10.0.0.1', '10.0.0.2'] }, ['spec.kubelet.clusterDNS']],
    ['al2023@latest', { clusterDNS: ['10.0.0.1', '10.0.0.2'] }, []],
    ['al2023@latest', { podsPerCore: 5 }, []],
    [
      'al2@latest',
      { maxPods: 5, containerLogMaxSize: '50Mi' },
      ['spec.kubelet.containerLogMaxSize'],
    ],
    ['al2023@latest', { maxPods: 5, containerLogMaxSize: '50Mi' }, []],
  ])('for %s with the kubelet settings %j, reports %j', (alias, kubelet, paths) => {
    const fields = ofNodeClass({ amiSelectorTerms: [{ alias }], kubelet });
    expect(fields.map(({ path }) => path.join('.'))).toEqual(paths);
  });

  it('reports settings that only the user data of a custom image can carry out', () => {
    const custom = { amiFamily: 'Custom', amiSelectorTerms: [{ id: 'ami-1' }] } as const;
    const fields = ofNodeClass({
      ...custom,
      kubelet: { maxPods: 20 },
      instanceStorePolicy: 'RAID0',
    });
    expect(fields.map(({ path }) => path.join('.'))).toEqual([
      'spec.kubelet',
      'spec.instanceStorePolicy',
    ]);
    expect(ofNodeClass({ ...custom, kubelet: {} })).toEqual([]);
  });
});
