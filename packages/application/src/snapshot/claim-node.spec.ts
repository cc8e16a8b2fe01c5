import { annotationKeys } from '@kerf/core';
import { aCachedNode, aDevice, aNodeClaimRecord, published } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { isInitialized, nodeOf } from './claim-node.js';

const claim = aNodeClaimRecord({ clusterId: 'clu_a', id: 'ncl_a', state: 'Registered' });
const planned = {
  ...claim,
  plan: {
    ...claim.plan,
    startupTaints: [{ key: 'example.com/agent', value: 'missing', effect: 'NoExecute' as const }],
    requests: { cpu: 500, 'nvidia.com/gpu': 1, memory: 0 },
  },
};
const node = aCachedNode({
  providerId: claim.instance?.providerId ?? null,
  allocatable: { cpu: 2_000, 'nvidia.com/gpu': 1 },
});

describe('isInitialized', () => {
  it('is true for a ready node without startup taints that has every requested resource', () => {
    expect(isInitialized(node, planned)).toBe(true);
  });

  it('is false for a node that is not ready', () => {
    expect(isInitialized({ ...node, isReady: false }, planned)).toBe(false);
  });

  it.each([
    ['node.kubernetes.io/not-ready', 'NoSchedule'],
    ['node.kubernetes.io/unreachable', 'NoSchedule'],
    ['node.cloudprovider.kubernetes.io/uninitialized', 'NoSchedule'],
    ['karpenter.sh/unregistered', 'NoExecute'],
    ['readiness.k8s.io/network', 'NoSchedule'],
    ['example.com/agent', 'NoExecute'],
  ] as const)('is false while the node has the taint %s:%s', (key, effect) => {
    expect(isInitialized({ ...node, taints: [{ key, value: '', effect }] }, planned)).toBe(false);
  });

  it('is true with a taint that stays', () => {
    const taints = [{ key: 'example.com/team', value: 'a', effect: 'NoSchedule' as const }];
    expect(isInitialized({ ...node, taints }, planned)).toBe(true);
  });

  it('is false while a requested resource is not allocatable', () => {
    expect(isInitialized({ ...node, allocatable: { cpu: 2_000 } }, planned)).toBe(false);
  });

  it('is false until each driver whose devices its pods claim has published some', () => {
    const annotations = { [annotationKeys.draDrivers]: 'dra.net,gpu' };
    const claiming = { ...planned, plan: { ...planned.plan, annotations } };
    const efa = aDevice('efa', { driver: 'dra.net' });
    expect(isInitialized(node, claiming)).toBe(false);
    expect(isInitialized({ ...node, devices: published(aDevice('0')) }, claiming)).toBe(false);
    expect(isInitialized({ ...node, devices: published(aDevice('0'), efa) }, claiming)).toBe(true);
  });
});

describe('nodeOf', () => {
  it('finds the node with the provider ID of the instance', () => {
    expect(nodeOf(claim, [{ ...node, providerId: 'aws:///other' }, node])).toBe(node);
  });

  it('finds none for a claim without an instance', () => {
    expect(nodeOf({ ...claim, instance: null }, [node])).toBeUndefined();
  });
});
