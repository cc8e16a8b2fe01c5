import { labelKeys } from '@kerf/core';
import { aSnapshot } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { planStandaloneNode, type StandaloneNode } from './standalone-node.js';

const { instanceTypesByNodePool, settings } = aSnapshot().build();
const types = instanceTypesByNodePool['default'] ?? [];
const anything: StandaloneNode = {
  labels: {},
  annotations: {},
  taints: [],
  startupTaints: [],
  requirements: [],
  requests: {},
  nodeClassName: 'default',
};
const plan = (node: Partial<StandaloneNode>, given = settings) =>
  planStandaloneNode({ ...anything, ...node }, types, given);

const needs = (key: string, operator: 'In' | 'Exists', ...values: string[]) => ({
  key,
  operator,
  values,
  minValues: null,
});

describe('a node without a pool', () => {
  it('is of any type that its requirements allow, cheapest first, and says nothing of pools', () => {
    const planned = plan({
      labels: { team: 'web' },
      annotations: { note: 'mine' },
      requirements: [needs(labelKeys.capacityType, 'In', 'spot')],
    });
    expect(planned).toMatchObject({
      kind: 'Planned',
      planned: {
        nodePool: null,
        podUids: [],
        labels: { team: 'web', [labelKeys.nodeClass]: 'default' },
        annotations: { note: 'mine' },
        expected: { instanceType: 't2', capacityType: 'spot' },
        instanceTypes: [{ name: 't2' }, { name: 't4' }, { name: 't8' }],
      },
    });
    expect(JSON.stringify(planned)).not.toContain(labelKeys.nodePool);
    expect(JSON.stringify(planned)).not.toContain('min-values-relaxed');
  });

  it('carries a label of its own making that it requires, and its taints', () => {
    const taint = { key: 'own', value: '', effect: 'NoSchedule' } as const;
    expect(
      plan({
        requirements: [needs('disk', 'In', 'fast')],
        taints: [taint],
        startupTaints: [taint],
      }),
    ).toMatchObject({
      planned: { labels: { disk: 'fast' }, taints: [taint], startupTaints: [taint] },
    });
  });

  it('has room for its requests, which are recorded as they are asked', () => {
    const requests = { cpu: 3_000, memory: 1 };
    expect(plan({ requests })).toMatchObject({
      planned: { requests, instanceTypes: [{ name: 't4' }, { name: 't8' }] },
    });
  });

  it('cannot be had larger than the largest type that holds the rest', () => {
    expect(plan({ requests: { cpu: 1_000_000, memory: 1 } })).toMatchObject({
      kind: 'Refused',
      reason: {
        code: 'INSTANCE_TYPE_TOO_SMALL',
        resource: 'cpu',
        requested: 1_000_000,
        instanceType: 't8',
      },
    });
    expect(plan({ requests: { 'example.com/dongle': 1 } })).toMatchObject({
      reason: { code: 'INSTANCE_TYPE_TOO_SMALL', resource: 'example.com/dongle', largest: 0 },
    });
  });

  it('cannot be had of an architecture that nothing has', () => {
    const requirements = [needs(labelKeys.arch, 'In', 'arm64')];
    expect(plan({ requirements })).toMatchObject({
      kind: 'Refused',
      reason: { code: 'INSTANCE_TYPE_MISMATCH', key: labelKeys.arch },
    });
  });

  it('is as flexible as it asks, unless less is allowed', () => {
    const flexible = { ...needs(labelKeys.instanceType, 'Exists'), minValues: 9 };
    expect(plan({ requirements: [flexible] })).toMatchObject({
      reason: { code: 'MIN_VALUES_UNMET', minValues: 9, found: 3 },
    });
    expect(
      plan({ requirements: [flexible] }, { ...settings, minValuesPolicy: 'BestEffort' }),
    ).toMatchObject({ kind: 'Planned' });
  });

  it('cannot be had while its node class resolves to nothing', () => {
    expect(planStandaloneNode(anything, [], settings)).toMatchObject({
      kind: 'Refused',
      reason: { code: 'NO_MATCHING_INSTANCE_TYPE', allowed: null },
    });
  });
});
