import type { ClusterCostReport } from '@kerf/db';
import { describe, expect, it } from 'vitest';
import { toCostReport } from './to-cost-report.js';

const subject = (name: string, microUsdPerHour: number) => ({ name, microUsdPerHour, nodes: 1 });
const reportOf = (name: string, changes: Partial<ClusterCostReport>): ClusterCostReport => ({
  clusterId: `clu_${name}`,
  clusterName: name,
  asOf: 2_000,
  costMicroUsdPerHour: 100,
  lowerBoundMicroUsdPerHour: 80,
  nodes: 2,
  unpricedNodes: 1,
  pods: 10,
  unboundedPods: 3,
  causes: [],
  boundParts: [],
  ...changes,
});

describe('the cost report of several clusters', () => {
  it('is the sum of theirs, as old as the oldest', () => {
    const sum = toCostReport([reportOf('a', {}), reportOf('b', { asOf: 1_000, nodes: 5 })]);
    expect(sum).toMatchObject({
      asOf: 1_000,
      cost: 200,
      lowerBound: 160,
      nodes: 7,
      unpricedNodes: 2,
      pods: 20,
      unboundedPods: 6,
      causes: [],
      clusters: [
        { clusterId: 'clu_a', cost: 100, lowerBound: 80, nodes: 2 },
        { clusterName: 'b', nodes: 5 },
      ],
    });
  });

  it('names the causes that are not measured in one of them, once and in order', () => {
    const sum = toCostReport([
      reportOf('a', { unmeasuredCauses: ['SpotToSpot', 'MinSaving'] }),
      reportOf('b', { unmeasuredCauses: ['MinSaving'] }),
      reportOf('c', {}),
    ]);
    expect(sum.unmeasuredCauses).toEqual(['MinSaving', 'SpotToSpot']);
  });

  it('has each cause once, in order, with the objects of the highest parts', () => {
    const pdb = { cause: 'PodDisruptionBudget', nodes: 4 } as const;
    const { causes } = toCostReport([
      reportOf('a', {
        causes: [
          {
            ...pdb,
            microUsdPerHour: 9,
            subjects: ['w', 'x', 'y', 'z'].map((name, at) => subject(name, at)),
          },
          { cause: 'NotHeldBack', microUsdPerHour: 11, nodes: 1, subjects: [] },
        ],
      }),
      reportOf('b', {
        causes: [
          { cause: 'StaticCapacity', microUsdPerHour: 5, nodes: 1, subjects: [] },
          { ...pdb, microUsdPerHour: 15, subjects: [subject('x', 9), subject('w', 6)] },
        ],
      }),
    ]);
    expect(causes.map(({ cause, cost, nodes }) => [cause, cost, nodes])).toEqual([
      ['StaticCapacity', 5, 1],
      ['PodDisruptionBudget', 24, 8],
      ['NotHeldBack', 11, 1],
    ]);
    expect(causes[1]?.subjects.map(({ clusterName, name }) => `${clusterName}/${name}`)).toEqual([
      'b/x',
      'b/w',
      'a/z',
      'a/y',
      'a/x',
    ]);
  });

  it('has the parts of the lower bounds, by cause and label', () => {
    const cause = 'NodePoolRequirements' as const;
    const part = (zone: number, type: number) => ({
      cause,
      microUsdPerHour: zone + type,
      subjects: [
        { name: 'zone', microUsdPerHour: zone },
        { name: 'type', microUsdPerHour: type },
      ],
    });
    const { boundParts } = toCostReport([
      reportOf('a', { boundParts: [part(1, 2)] }),
      reportOf('b', { boundParts: [part(5, 3)] }),
    ]);
    expect(boundParts).toEqual([
      {
        cause,
        cost: 11,
        subjects: [
          { name: 'zone', cost: 6 },
          { name: 'type', cost: 5 },
        ],
      },
    ]);
  });
});
