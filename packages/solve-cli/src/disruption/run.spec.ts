import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runDisruption } from './run.js';

const folder = mkdtempSync(join(tmpdir(), 'kerf-plan-disruption-'));
afterAll(() => rmSync(folder, { recursive: true }));

function runWith(...args: readonly string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = runDisruption(args, {
    out: (line) => out.push(line),
    err: (line) => err.push(line),
  });
  return { code, answers: out.map((line): unknown => JSON.parse(line)), err: err.join('\n') };
}

const type = (name: string, cpu: string, price: number) => ({
  name,
  capacity: { cpu, memory: '16Gi', pods: '20' },
  offerings: [{ zone: 'zone-a', capacityType: 'on-demand', price }],
});
const node = (name: string, pods: number) => ({
  name,
  nodePool: 'default',
  instanceType: 'large',
  zone: 'zone-a',
  capacityType: 'on-demand',
  pods: pods === 0 ? [] : [[0, pods]],
});
const cluster = {
  name: 'four-nodes',
  instanceTypes: [type('small', '2', 0.1), type('large', '8', 0.4)],
  nodePools: [
    {
      metadata: { name: 'default' },
      spec: { template: { spec: {} }, disruption: { budgets: [{ nodes: '100%' }] } },
    },
  ],
  podTemplates: [
    { metadata: { name: 'web' }, spec: { containers: [{ resources: { requests: { cpu: 1 } } }] } },
  ],
  nodes: [node('a', 1), node('b', 0), node('c', 1), node('d', 0)],
};
const path = join(folder, 'cluster.json');
writeFileSync(path, JSON.stringify(cluster));

describe('planning the disruption of a cluster in a file', () => {
  it('applies the first commands', () => {
    expect(runWith(path)).toMatchObject({
      code: 0,
      answers: [{ fixture: 'four-nodes', startPrice: 1.6, price: 0.8, nodes: 2, commands: 1 }],
    });
  });

  it('goes on until nothing is left to do, and compares the end with the lower bound', () => {
    expect(runWith('--loop', '--steps', path)).toMatchObject({
      code: 0,
      answers: [
        { method: 'Emptiness', candidates: ['b', 'd'], price: 0.8 },
        {
          method: 'MultiNodeConsolidation',
          candidates: ['a', 'c'],
          replacements: ['small'],
          podsMoved: 2,
          nodes: 1,
          price: 0.1,
          saving: 0.7,
          mostSaving: expect.closeTo(0.7, 5),
          gapRatio: expect.closeTo(0, 4),
        },
        {
          startNodes: 4,
          price: 0.1,
          nodes: 1,
          commands: 2,
          nodesRemoved: 4,
          podsMoved: 2,
          lowerBound: 0.1,
          gapRatio: 0,
          coverage: { evaluated: 1, candidates: 1 },
        },
      ],
    });
  });

  it('counts only nodes that nothing protects as candidates', () => {
    const annotations = { 'karpenter.sh/do-not-disrupt': 'true' };
    const podTemplates = cluster.podTemplates.map((template) => ({
      ...template,
      metadata: { ...template.metadata, annotations },
    }));
    const protectedPath = join(folder, 'protected.json');
    writeFileSync(protectedPath, JSON.stringify({ ...cluster, podTemplates }));
    expect(runWith('--loop', protectedPath).answers).toMatchObject([
      { nodes: 2, coverage: { evaluated: 0, candidates: 0 } },
    ]);
  });

  it('moves no pods that do not save their price', () => {
    // The two nodes with a pod cost $0.8/h, and the replacement of both $0.1/h.
    expect(runWith('--loop', '--pod-move', '0.35', path).answers).toMatchObject([
      { price: 0.1, podsMoved: 2 },
    ]);
    expect(runWith('--loop', '--pod-move', '0.36', path).answers).toMatchObject([
      { price: 0.4, podsMoved: 1 },
    ]);
    expect(runWith('--loop', '--pod-move', '0.41', path).answers).toMatchObject([
      { price: 0.8, podsMoved: 0 },
    ]);
  });

  it('refuses invalid files and arguments', () => {
    expect(runWith(join(folder, 'missing.json'))).toMatchObject({ code: 2, answers: [] });
    expect(runWith()).toMatchObject({ code: 2, err: expect.stringMatching(/^usage/) });
    expect(runWith('--unknown', path)).toMatchObject({ code: 2 });
    expect(runWith('--pod-move', 'much', path)).toMatchObject({ code: 2 });
    expect(runWith('--pod-move', '-1', path)).toMatchObject({ code: 2 });
    expect(runWith('--max-replacements', '0', path)).toMatchObject({ code: 2 });
  });
});
