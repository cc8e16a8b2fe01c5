import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ablations } from './ablations.js';
import { compareAnswers, type PlanChecks, type Verdict } from './compare.js';
import { Differential } from './differential.js';
import { type ComparedAnswer, Oracle } from './oracle.js';
import { shrink } from './shrink.js';

const folder = mkdtempSync(join(tmpdir(), 'kerf-differential-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Creates a program from its source. */
function programOf(name: string, source: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!${process.execPath}\n${source}`);
  chmodSync(path, 0o755);
  return path;
}

/** Reports every pod of a fixture as unschedulable, and refuses some fixtures. */
const schedulesNothing = programOf(
  'schedules-nothing.cjs',
  `const { readFileSync } = require('node:fs');
   const [, runs, ...paths] = process.argv.slice(2);
   for (const path of paths) {
     const { pods = [], podTemplates = [], nodes = [], refused } = JSON.parse(readFileSync(path, 'utf8'));
     if (refused) process.exit(1);
     const names = pods.flatMap(([t, n]) => Array.from({ length: n }, () => podTemplates[t].metadata.name));
     const bound = nodes.flatMap((node) => node.pods).reduce((sum, [, n]) => sum + n, 0);
     const nameOf = (n, i) => n + '-' + String(bound + i).padStart(6, '0');
     const errors = Object.fromEntries(names.map((n, i) => [nameOf(n, i), 'no']));
     for (let i = 0; i < runs; i++) console.log(JSON.stringify({ nodes: 0, totalPrice: 0, errors }));
   }`,
);

const answer = (
  unplaced: readonly string[],
  nodes: number,
  totalPrice: number,
): ComparedAnswer => ({
  nodes,
  totalPrice,
  nodeClaims: [],
  existing: {},
  errors: Object.fromEntries(unplaced.map((name) => [name, 'no'])),
});
const checks = (changes: Partial<PlanChecks> = {}): PlanChecks => ({
  problemsOf: () => [],
  defectOf: () => null,
  ...changes,
});

describe('the comparison with Karpenter', () => {
  it.each<[Verdict, ComparedAnswer, readonly ComparedAnswer[]]>([
    ['Same', answer(['a-1'], 2, 0.3), [answer(['a-2'], 2, 0.1 + 0.2)]],
    ['SameInSomeRuns', answer(['a-1'], 2, 0.3), [answer([], 3, 0.4), answer(['a-2'], 2, 0.3)]],
    ['Better', answer(['a-1'], 9, 9), [answer(['a-1', 'a-2'], 1, 1)]],
    ['Better', answer([], 2, 0.1), [answer([], 1, 0.2)]],
    ['Worse', answer([], 1, 0.2), [answer([], 1, 0.1)]],
    ['Worse', answer(['a-1'], 0, 0), [answer([], 1, 0.1), answer([], 1, 0.2)]],
    ['Mixed', answer([], 1, 0.2), [answer([], 1, 0.1), answer([], 1, 0.3)]],
    ['Different', answer(['a-1'], 1, 0.1), [answer(['b-1'], 1, 0.1)]],
  ])('gives the verdict %s', (verdict, ours, runs) => {
    expect(compareAnswers(ours, runs, checks()).verdict).toBe(verdict);
  });

  it('leaves out runs that the kube-scheduler cannot execute', () => {
    const [ours, cheap, expensive] = [answer([], 1, 0.2), answer([], 1, 0.1), answer([], 1, 0.3)];
    const isWrong = checks({ problemsOf: (plan) => (plan === cheap ? ['p on n: no'] : []) });
    expect(compareAnswers(ours, [cheap, expensive], isWrong).verdict).toBe('Better');
    expect(compareAnswers(ours, [cheap], isWrong)).toMatchObject({
      verdict: 'KarpenterInvalid',
      problem: 'p on n: no',
    });
    const allWrong = checks({ problemsOf: (plan) => (plan === ours ? ['q'] : []) });
    expect(compareAnswers(ours, [expensive], allWrong)).toMatchObject({
      verdict: 'KerfInvalid',
      problem: 'q',
    });
  });

  it('names a defect only if every better run has it', () => {
    const [ours, cheap, expensive] = [answer([], 1, 0.2), answer([], 1, 0.1), answer([], 1, 0.3)];
    const cheapIsWrong = checks({
      defectOf: (plan) => (plan === cheap ? 'KarpenterMiscounts' : null),
    });
    expect(compareAnswers(ours, [cheap], cheapIsWrong).verdict).toBe('KarpenterMiscounts');
    expect(compareAnswers(ours, [cheap, answer([], 1, 0.05)], cheapIsWrong).verdict).toBe('Worse');
    expect(compareAnswers(ours, [expensive], cheapIsWrong).verdict).toBe('Better');
  });

  it('solves the other fixtures if the program refuses one', () => {
    const oracle = new Oracle(schedulesNothing);
    const pods = { podTemplates: [{ metadata: { name: 'p' } }], pods: [[0, 1]] };
    const answers = oracle.solve([pods, { refused: true }, {}], 2);
    expect(answers.map((runs) => runs?.map(({ errors }) => Object.keys(errors).length))).toEqual([
      [1, 1],
      undefined,
      [0, 0],
    ]);
  });

  it('does not run the program without fixtures', () => {
    expect(new Oracle(join(folder, 'missing')).solve([], 3)).toEqual([]);
  });

  it('reports that the program cannot be run', () => {
    expect(() => new Oracle(join(folder, 'missing')).solve([{}], 1)).toThrow(/cannot be run/);
  });

  it('finds disagreements, and the parts that are involved', () => {
    const differential = new Differential(new Oracle(schedulesNothing));
    const found = [...differential.run({ firstSeed: 4, count: 2, shrinks: false })];
    expect(found.map(({ seed, comparison }) => [seed, comparison.verdict])).toEqual([
      [4, 'Better'],
      [5, 'Better'],
    ]);
    // The program places no pod in any case, so no single part is involved.
    expect(found.map((finding) => ('parts' in finding ? finding.parts : null))).toEqual([[], []]);
  }, 60_000);
});

describe('shrinking', () => {
  it('keeps only the parts that the property needs', () => {
    const fixture = { name: 'f', a: [1, 9, { key: 'x', deep: [5, 7] }], b: { c: 'text' } };
    const hasSeven = (candidate: unknown) => JSON.stringify(candidate).includes('7');
    const least = shrink(fixture, (candidates) => candidates.find(hasSeven) ?? null);
    expect(least).toEqual({ name: 'f', a: [{ key: 'x', deep: [7] }] });
  });
});

describe('an ablation', () => {
  it('removes its part and nothing else', () => {
    const template = {
      spec: {
        nodeSelector: { team: 'x', zone: 'a' },
        topologySpreadConstraints: [
          { whenUnsatisfiable: 'ScheduleAnyway' },
          { whenUnsatisfiable: 'DoNotSchedule' },
        ],
      },
    };
    const fixture = { podTemplates: [template], daemonSets: [1] };
    const without = (part: string) =>
      ablations.find((ablation) => ablation.part === part)?.without(fixture);
    expect(without('a label that no NodePool defines')).toMatchObject({
      podTemplates: [{ spec: { nodeSelector: { zone: 'a' } } }],
    });
    expect(without('preferences and soft constraints')).toMatchObject({
      podTemplates: [
        { spec: { topologySpreadConstraints: [{ whenUnsatisfiable: 'DoNotSchedule' }] } },
      ],
    });
    expect(without('several spreads of one pod')).toEqual({
      podTemplates: [{ spec: { nodeSelector: { team: 'x', zone: 'a' } } }],
      daemonSets: [1],
    });
    expect(without('daemons')).toEqual({ podTemplates: [template], daemonSets: [] });
  });
});
