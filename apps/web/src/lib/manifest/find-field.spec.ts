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
  const place = findField(manifest, path);
  return place === null ? null : { ...place, text: manifest.slice(place.from, place.to) };
};

describe('a field of a manifest', () => {
  it.each([
    ['spec.limits.cpu', 7, 'cpu: 64'],
    ['spec.limits[nvidia.com/gpu]', 8, 'nvidia.com/gpu: 8'],
    [
      'spec.template.spec.requirements[1]',
      15,
      '{ key: karpenter.sh/capacity-type, operator: Exists }',
    ],
    ['spec.template.spec.requirements[0].values', 14, 'values: [amd64]'],
  ])('is found: %s', (path, line, text) => {
    expect(found(path)).toMatchObject({ path, line, text });
  });

  it.each([
    ['spec.limits.memory', 'spec.limits', 6],
    ['spec.template.spec.requirements[2].minValues', 'spec.template.spec.requirements', 11],
    ['spec.template.spec.taints[0]', 'spec.template.spec', 10],
    ['spec.limits.cpu.more', 'spec.limits.cpu', 7],
  ])('that is not there is found by what is above it: %s', (path, nearest, line) => {
    expect(found(path)).toMatchObject({ path: nearest, line });
  });

  it('is not found in another document, or in what is no manifest', () => {
    expect(found('status.conditions')).toBeNull();
    expect(found('')).toBeNull();
    expect(findField('', 'spec')).toBeNull();
    expect(findField('{{ nothing', 'spec')).toBeNull();
    expect(findField('- a\n- b', 'spec')).toBeNull();
  });

  it('is found in JSON', () => {
    expect(findField('{"spec": {"limits": {"cpu": 5}}}', 'spec.limits.cpu')).toMatchObject({
      path: 'spec.limits.cpu',
      line: 1,
    });
  });
});
