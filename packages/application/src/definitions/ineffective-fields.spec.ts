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

  const reservationId = 'karpenter.k8s.aws/capacity-reservation-id';
  it.each([
    ['In', ['cr-1'], 'never holds'],
    ['NotIn', ['cr-1'], 'always holds'],
    ['DoesNotExist', [], 'always holds'],
    ['Exists', [], 'never holds'],
  ] as const)('with %s %j, a label that no node has %s', (operator, values, message) => {
    const [field] = ofRequirement({ key: reservationId, operator, values });
    expect(field?.path).toEqual(['spec', 'template', 'spec', 'requirements', 0]);
    expect(field?.message).toContain(message);
  });

  const capacityType = 'karpenter.sh/capacity-type';
  it.each([
    [['reserved'], 0, 'launches nothing'],
    [['spot', 'reserved'], 1, 'other capacity types'],
  ])('reports the capacity type reserved in %j', (values, position, message) => {
    const [field] = ofRequirement({ key: capacityType, operator: 'In', values });
    expect(field?.path.slice(-2)).toEqual(['values', position]);
    expect(field?.message).toContain(message);
  });

  it('does not report a requirement that excludes reserved capacity', () => {
    const values = ['reserved'];
    expect(ofRequirement({ key: capacityType, operator: 'NotIn', values })).toEqual([]);
  });

  it('reports selectors of capacity reservations', () => {
    const terms = { capacityReservationSelectorTerms: [{ id: 'cr-1' }] };
    expect(ofNodeClass(terms).map(({ path }) => path.join('.'))).toEqual([
      'spec.capacityReservationSelectorTerms',
    ]);
    expect(ofNodeClass({ capacityReservationSelectorTerms: [] })).toEqual([]);
  });

  it.each([
    ['bottlerocket@latest', { podsPerCore: 5 }, ['spec.kubelet.podsPerCore']],
    ['bottlerocket@latest', { clusterDNS: ['10.0.0.1', '10.0.0.2'] }, ['spec.kubelet.clusterDNS']],
    ['al2023@latest', { clusterDNS: ['10.0.0.1', '10.0.0.2'] }, []],
    ['al2023@latest', { podsPerCore: 5 }, []],
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
