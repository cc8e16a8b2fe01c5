import { InvariantViolation } from '@kerf/core';
import { aDefinitionRefusal } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { NodePoolManifest } from '../domain/definition/node-pool-manifest.js';
import type { BudgetSchedule } from '../ports/budget-schedule.js';
import { type NodePoolModelInput, toNodePoolModel } from './to-node-pool.js';

const schedule: BudgetSchedule = {
  resolve: ({ nodes, reasons }, index, now) => ({
    max: { kind: 'Count', value: Number(nodes) },
    reasons: reasons ?? [],
    state: 'Active',
    changesAt: now + 1,
    index,
  }),
  holdsUntil: (_budget, now) => now + 1,
  problemOf: () => null,
};

const spec: NodePoolManifest = {
  template: {
    metadata: { labels: { team: 'web' }, annotations: { note: 'x' } },
    spec: {
      nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
      requirements: [
        { key: 'kubernetes.io/arch', operator: 'In', values: ['amd64'], minValues: 1 },
        { key: 'gpu', operator: 'DoesNotExist' },
      ],
      taints: [{ key: 'dedicated', value: 'web', effect: 'NoSchedule' }],
      startupTaints: [{ key: 'cilium', value: '', effect: 'NoExecute' }],
      expireAfter: '720h',
      terminationGracePeriod: '1h30m',
    },
  },
  disruption: {
    consolidationPolicy: 'WhenEmpty',
    consolidateAfter: '30s',
    budgets: [{ nodes: '1' }, { nodes: '2', reasons: ['Empty'] }],
  },
  limits: { cpu: '1.5', memory: '2Gi', nodes: '10', 'nvidia.com/gpu': '8' },
  weight: 80,
};

const model = (overrides: Partial<NodePoolModelInput> = {}) =>
  toNodePoolModel({
    name: 'default',
    spec,
    usage: { nodes: 3 },
    notReady: null,
    refusal: undefined,
    now: 1000,
    schedule,
    ...overrides,
  });

describe('the engine’s view of a stored pool', () => {
  it('has amounts and durations in the engine’s units', () => {
    expect(model()).toEqual({
      name: 'default',
      weight: 80,
      replicas: null,
      notReady: null,
      template: {
        labels: { team: 'web' },
        annotations: { note: 'x' },
        taints: [{ key: 'dedicated', value: 'web', effect: 'NoSchedule' }],
        startupTaints: [{ key: 'cilium', value: '', effect: 'NoExecute' }],
        requirements: [
          { key: 'kubernetes.io/arch', operator: 'In', values: ['amd64'], minValues: 1 },
          { key: 'gpu', operator: 'DoesNotExist', values: [], minValues: null },
        ],
        nodeClassName: 'default',
        expireAfterMs: 720 * 3_600_000,
        terminationGracePeriodMs: 5_400_000,
      },
      disruption: {
        consolidationPolicy: 'WhenEmpty',
        consolidateAfterMs: 30_000,
        budgets: [
          {
            max: { kind: 'Count', value: 1 },
            reasons: [],
            state: 'Active',
            changesAt: 1001,
            index: 0,
          },
          {
            max: { kind: 'Count', value: 2 },
            reasons: ['Empty'],
            state: 'Active',
            changesAt: 1001,
            index: 1,
          },
        ],
      },
      limits: { cpu: 1500, memory: 2 * 1024 ** 3, nodes: 10, 'nvidia.com/gpu': 8 },
      usage: { nodes: 3 },
    });
  });

  it('reads Never and absent fields as null, and no weight as 0', () => {
    const notReady = { cause: 'NodeClassMissing', detail: 'it is missing', field: null } as const;
    const { weight: _weight, ...rest } = spec;
    const { terminationGracePeriod: _period, ...template } = spec.template.spec;
    const pool = model({
      notReady,
      spec: {
        ...rest,
        replicas: 3,
        template: { ...spec.template, spec: { ...template, expireAfter: 'Never' } },
        disruption: { ...spec.disruption, consolidateAfter: 'Never' },
      },
    });
    expect(pool).toMatchObject({ weight: 0, replicas: 3, notReady });
    expect(pool.template).toMatchObject({ expireAfterMs: null, terminationGracePeriodMs: null });
    expect(pool.disruption.consolidateAfterMs).toBeNull();
  });

  it('names what cannot be read of its manifest', () => {
    const refusal = aDefinitionRefusal({ extent: 'Disruption' });
    expect(model({ refusal }).unreadable).toEqual({
      field: 'spec.weight',
      detail: 'spec.weight: must be a number',
    });
  });

  it('takes text that no reader lets through for a bug', () => {
    expect(() => model({ spec: { ...spec, limits: { cpu: 'many' } } })).toThrow(InvariantViolation);
  });
});
