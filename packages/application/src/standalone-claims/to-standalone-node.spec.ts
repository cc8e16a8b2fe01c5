import { InvariantViolation } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import type { StandaloneClaimManifest } from '../domain/standalone-claim/standalone-claim-manifest.js';
import { toStandaloneNode } from './to-standalone-node.js';

const taint = { key: 'build', value: '', effect: 'NoSchedule' } as const;
const spec: StandaloneClaimManifest = {
  nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'gpu' },
  requirements: [{ key: 'zone', operator: 'Exists' }],
  taints: [taint],
  startupTaints: [{ ...taint, key: 'starting' }],
  resources: { requests: { cpu: '1500m', memory: '1Gi' } },
  expireAfter: 'Never',
};

describe('toStandaloneNode', () => {
  it('has the labels of the object and the engine’s units', () => {
    expect(toStandaloneNode({ labels: { team: 'web' }, annotations: { note: 'x' } }, spec)).toEqual(
      {
        labels: { team: 'web' },
        annotations: { note: 'x' },
        taints: [taint],
        startupTaints: [{ ...taint, key: 'starting' }],
        requirements: [{ key: 'zone', operator: 'Exists', values: [], minValues: null }],
        requests: { cpu: 1_500, memory: 1024 ** 3 },
        nodeClassName: 'gpu',
      },
    );
  });

  it('leaves out kubectl’s record of the applied manifest', () => {
    const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': '{}', note: 'x' };
    expect(toStandaloneNode({ labels: {}, annotations }, spec).annotations).toEqual({ note: 'x' });
  });

  it('treats a quantity that no reader accepts as a bug', () => {
    const resources = { requests: { cpu: 'many' } };
    const read = () => toStandaloneNode({ labels: {}, annotations: {} }, { ...spec, resources });
    expect(read).toThrow(InvariantViolation);
  });
});
