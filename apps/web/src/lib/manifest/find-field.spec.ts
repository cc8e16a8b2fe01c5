import { describe, expect, it } from 'vitest';
import { findField } from './find-field.js';

const manifest = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: general
spec:
  limits:
    cpu: 64 # of all nodes
    nvidia.com/gpu: 8
  template:
    spec:
      requirements:
        - key: kubernetes.io/arch
          operator: In
          values: [amd64]
        - { key: karpenter.sh/capacity-type, operator: Exists }
`;
const found = (path: string) => {
  const location = findField(manifest, path);
  return location === null
    ? null
    : { ...location, text: manifest.slice(location.from, location.to) };
};

describe('findField', () => {
  it.each([
    ['spec.limits.cpu', 7, 'cpu: 64'],
    ['spec.limits[nvidia.com/gpu]', 8, 'nvidia.com/gpu: 8'],
    [
      'spec.template.spec.requirements[1]',
      15,
      '{ key: karpenter.sh/capacity-type, operator: Exists }',
    ],
    ['spec.template.spec.requirements[0].values', 14, 'values: [amd64]'],
  ])('finds a field: %s', (path, line, text) => {
    expect(found(path)).toMatchObject({ path, line, text });
  });

  it.each([
    ['spec.limits.memory', 'spec.limits', 6],
    ['spec.template.spec.requirements[2].minValues', 'spec.template.spec.requirements', 11],
    ['spec.template.spec.taints[0]', 'spec.template.spec', 10],
    ['spec.limits.cpu.more', 'spec.limits.cpu', 7],
  ])(
    'finds the nearest parent of a field that is not in the manifest: %s',
    (path, nearest, line) => {
      expect(found(path)).toMatchObject({ path: nearest, line });
    },
  );

  it('returns `null` for another path, or a text that is not a manifest', () => {
    expect(found('status.conditions')).toBeNull();
    expect(found('')).toBeNull();
    expect(findField('', 'spec')).toBeNull();
    expect(findField('{{ nothing', 'spec')).toBeNull();
    expect(findField('- a\n- b', 'spec')).toBeNull();
  });

  it('finds a field in JSON', () => {
    expect(findField('{"spec": {"limits": {"cpu": 5}}}', 'spec.limits.cpu')).toMatchObject({
      path: 'spec.limits.cpu',
      line: 1,
    });
  });
});
