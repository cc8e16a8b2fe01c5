import { describe, expect, it } from 'vitest';
import { readStandaloneClaim } from './read-cluster-object.js';

const nodeClassRef = { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' };

describe('a NodeClaim that a user creates', () => {
  it('is read with defaults, and with quantities as text', () => {
    expect(
      readStandaloneClaim({ nodeClassRef, requirements: [], resources: { requests: { cpu: 2 } } }),
    ).toEqual({
      spec: {
        nodeClassRef,
        requirements: [],
        taints: [],
        startupTaints: [],
        resources: { requests: { cpu: '2' } },
        expireAfter: '720h',
      },
      findings: [],
    });
  });

  it.each<[string, Record<string, unknown>, string]>([
    [
      'a label that Karpenter sets',
      { requirements: [{ key: 'karpenter.sh/nodepool', operator: 'In', values: ['a'] }] },
      'spec.requirements[0].key',
    ],
    [
      'a bound that is not a number',
      { requirements: [{ key: 'cpu', operator: 'Gt', values: ['many'] }] },
      'spec.requirements[0].values',
    ],
    ['no quantity', { resources: { requests: { cpu: 'many' } } }, 'spec.resources.requests.cpu'],
    ['no duration', { expireAfter: 'soon' }, 'spec.expireAfter'],
    ['no requirements', { requirements: undefined }, 'spec.requirements'],
    ['an unknown field', { replicas: 2 }, 'spec.replicas'],
  ])('is refused with %s, and the error names the field', (_what, wrong, path) => {
    const { spec, findings } = readStandaloneClaim({ nodeClassRef, requirements: [], ...wrong });
    expect(spec).toBeNull();
    expect(
      findings.flatMap((finding) => (finding.severity === 'Error' ? [finding.path] : [])),
    ).toEqual([path]);
  });
});
