import { describe, expect, it } from 'vitest';
import { createManifestReader } from './manifest-reader.js';

const context = {
  clusterName: 'prod',
  replacePlaceholders: false,
  defaultNodeClass: null,
  knownNodeClasses: ['default'],
  knownNodePools: [],
  kubernetesVersion: null,
};

const unreadableBudget = { nodes: '0', schedule: '30 10 * * 1-7', duration: '22h' };

function read(
  disruption: unknown,
  {
    fields = {},
    annotations = {},
  }: { readonly fields?: object; readonly annotations?: object } = {},
) {
  const object = {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: { name: 'web', annotations },
    spec: {
      template: {
        spec: {
          nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
          requirements: [],
        },
      },
      disruption,
      ...fields,
    },
  };
  const [reading] = createManifestReader().readObject(object, context).documents;
  const spec = reading?.launchable?.kind === 'NodePool' ? reading.launchable.spec : null;
  return { reading, disruption: spec?.disruption ?? null, spec };
}

describe('a NodePool of a cluster whose disruption settings are unreadable', () => {
  it('is launchable with the unreadable budget as it is written', () => {
    const { reading, disruption } = read({ budgets: [unreadableBudget, { nodes: '100%' }] });
    expect(reading?.definition).toBeNull();
    expect(reading?.findings).toMatchObject([
      { severity: 'Error', path: 'spec.disruption.budgets[0].schedule' },
    ]);
    expect(disruption?.budgets).toEqual([unreadableBudget, { nodes: '100%' }]);
  });

  it.each<[string, unknown, object]>([
    [
      'a duration that only Kerf refuses',
      { budgets: [{ nodes: '50%', schedule: '@daily', duration: '0h60m30s' }] },
      { budgets: [{ nodes: '0' }] },
    ],
    [
      'a budget that is no mapping',
      { budgets: [5, { nodes: '1' }] },
      { budgets: [{ nodes: '0' }, { nodes: '1' }] },
    ],
    [
      'an unknown reason',
      { budgets: [{ nodes: '1', reasons: ['Boredom'] }] },
      { budgets: [{ nodes: '0' }] },
    ],
    ['budgets that are no list', { budgets: 'none' }, { budgets: [{ nodes: '0' }] }],
    [
      'an unknown policy',
      { consolidationPolicy: 'Sometimes' },
      { consolidationPolicy: 'WhenEmpty' },
    ],
    ['an unknown time', { consolidateAfter: 'tomorrow' }, { consolidateAfter: 'Never' }],
    [
      'a field that Kerf does not know',
      { consolidateAfter: '1m', mood: 'good' },
      { consolidateAfter: '1m' },
    ],
    ['no mapping at all', 'always', { consolidateAfter: 'Never', budgets: [{ nodes: '0' }] }],
  ])('is launchable and allows no more than was written: %s', (_, written, closed) => {
    const { reading, disruption } = read(written);
    expect(reading?.definition).toBeNull();
    expect(disruption).toMatchObject(closed);
  });

  it('is launchable without an annotation that cannot be read', () => {
    const { spec } = read({}, { annotations: { 'kerf.dev/min-saving-percent': 'cheap' } });
    expect(spec).toMatchObject({ disruption: { consolidateAfter: '0s' } });
    expect(spec).not.toHaveProperty('minSaving');
  });

  it('is not launchable when another field is unreadable too', () => {
    expect(read({ budgets: [unreadableBudget] }, { fields: { weight: 0 } }).spec).toBeNull();
    expect(
      read({ budgets: [unreadableBudget] }, { fields: { limits: { cpu: 'much' } } }).spec,
    ).toBeNull();
  });

  it('is not launchable while it has two different times of expiration', () => {
    const { spec } = read(
      { expireAfter: '1h', budgets: [unreadableBudget] },
      {
        fields: {
          template: {
            spec: {
              nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
              requirements: [],
              expireAfter: '2h',
            },
          },
        },
      },
    );
    expect(spec).toBeNull();
  });

  it('has one reading when it is readable', () => {
    expect(read({ budgets: [{ nodes: '1' }] }).reading).toMatchObject({
      definition: { name: 'web' },
      launchable: null,
    });
  });
});
