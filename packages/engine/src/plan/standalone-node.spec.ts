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

describe('the plan of a standalone NodeClaim', () => {
  it('has every type that its requirements allow, cheapest first, and no NodePool', () => {
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

  it('has the custom label that it requires, and its taints', () => {
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

  it('has capacity for its requests, which are recorded unchanged', () => {
    const requests = { cpu: 3_000, memory: 1 };
    expect(plan({ requests })).toMatchObject({
      planned: { requests, instanceTypes: [{ name: 't4' }, { name: 't8' }] },
    });
  });

  it('is refused if a request exceeds the largest type that holds the others', () => {
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

  it('is refused for an architecture that no type has', () => {
    const requirements = [needs(labelKeys.arch, 'In', 'arm64')];
    expect(plan({ requirements })).toMatchObject({
      kind: 'Refused',
      reason: { code: 'INSTANCE_TYPE_MISMATCH', key: labelKeys.arch },
    });
  });

  it('satisfies minValues, unless the policy allows less', () => {
    const flexible = { ...needs(labelKeys.instanceType, 'Exists'), minValues: 9 };
    expect(plan({ requirements: [flexible] })).toMatchObject({
      reason: { code: 'MIN_VALUES_UNMET', minValues: 9, found: 3 },
    });
    expect(
      plan({ requirements: [flexible] }, { ...settings, minValuesPolicy: 'BestEffort' }),
    ).toMatchObject({ kind: 'Planned' });
  });

  it('is refused while its NodeClass resolves to no type', () => {
    expect(planStandaloneNode(anything, [], settings)).toMatchObject({
      kind: 'Refused',
      reason: { code: 'NO_MATCHING_INSTANCE_TYPE', allowed: null },
    });
  });
});
