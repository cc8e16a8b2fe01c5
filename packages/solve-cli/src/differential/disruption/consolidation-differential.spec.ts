import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  ConsolidationDifferential,
  type ConsolidationVerdict,
} from './consolidation-differential.js';
import { ConsolidationOracle, type OracleRun } from './consolidation-oracle.js';
import { summaryOf } from './summary.js';

const folder = mkdtempSync(join(tmpdir(), 'kerf-consolidation-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A program that prints these lines for any cluster. */
function oracleOf(name: string, lines: readonly object[], exitCode = 0): ConsolidationOracle {
  const path = join(folder, name);
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  writeFileSync(
    path,
    `#!${process.execPath}\nconsole.log(${JSON.stringify(text)});console.error('no such zone\\nat main');process.exitCode=${exitCode};`,
  );
  chmodSync(path, 0o755);
  return new ConsolidationOracle(path);
}

const end = { stop: 'fixed point', price: 1.5, nodes: 3, podsMoved: 2 };

describe('Karpenter as a program that consolidates', () => {
  it('is read command by command', () => {
    const moves = { 'web-000001': 'z000001' };
    const replacement = {
      nodePool: 'pool-a',
      cheapestType: 'c2',
      cheapestZone: 'zone-a',
      cheapestCapacityType: 'spot',
    };
    const oracle = oracleOf('commands.cjs', [
      { candidates: ['n1'], replacement, moves },
      { decision: 'no-op' },
      end,
    ]);
    expect(oracle.run({})).toEqual({
      price: 1.5,
      nodes: 3,
      podsMoved: 2,
      commands: [
        {
          candidates: ['n1'],
          replacement: {
            nodePool: 'pool-a',
            instanceType: 'c2',
            zone: 'zone-a',
            capacityType: 'spot',
          },
          moves,
        },
      ],
    });
  });

  it('may fail, may not come to an end, and may be missing', () => {
    expect(oracleOf('fails.cjs', [], 1).run({})).toBe('no such zone');
    expect(oracleOf('stops.cjs', [{ ...end, stop: 'time limit' }]).run({})).toBe(
      'stopped at the time limit',
    );
    expect(() => new ConsolidationOracle(join(folder, 'missing')).run({})).toThrow(/cannot be run/);
  });
});

describe('the comparison of end states', () => {
  const seed = 27;
  const price = new ConsolidationDifferential({ run: () => 'no' }).compare(seed, 1).ours.price;
  const runOf = (runPrice: number): OracleRun => ({
    commands: [],
    price: runPrice,
    nodes: 1,
    podsMoved: 0,
  });
  const unknownNode: OracleRun = {
    ...runOf(0.1),
    commands: [{ candidates: ['nowhere'], replacement: null, moves: {} }],
  };
  const compareWith = (...runs: readonly (OracleRun | string)[]) => {
    const left = [...runs];
    const differential = new ConsolidationDifferential({ run: () => left.shift() ?? 'none left' });
    return differential.compare(seed, runs.length);
  };

  it.each<[ConsolidationVerdict, readonly (OracleRun | string)[]]>([
    ['Equal', [runOf(price + 1e-9), runOf(price + 1)]],
    ['Cheaper', [runOf(price + 0.1), runOf(price + 1)]],
    ['Mixed', [runOf(price + 0.1), runOf(price - 0.1)]],
    ['Worse', [runOf(price - 0.1), 'a panic']],
    ['Cheaper', [unknownNode, runOf(price + 1)]],
    ['KarpenterInvalid', [unknownNode]],
    ['KarpenterFailed', ['a panic', 'another']],
  ])('gives the verdict %s', (verdict, runs) => {
    expect(compareWith(...runs).verdict).toBe(verdict);
  });

  it('says by how much the price differs, and why a run does not count', () => {
    expect(compareWith(runOf(price / 2)).ratio).toBeCloseTo(2);
    expect(compareWith('a panic')).toMatchObject({ ratio: null, problem: 'a panic' });
    expect(compareWith(unknownNode).problem).toBe('it removes a node that does not exist');
  });

  it('is summed up', () => {
    const summary = summaryOf([
      compareWith(runOf(price * 2)),
      compareWith(runOf(price / 2)),
      compareWith('a panic'),
    ]);
    expect(summary).toMatchObject({
      clusters: 3,
      verdicts: { Cheaper: 1, Worse: 1, KarpenterFailed: 1 },
      worstRatio: 2,
      bestRatio: 0.5,
    });
    expect(summary.meanRatio).toBeCloseTo(1);
    expect(summary.theirs.price).toBeCloseTo(2.5 * price);
  });
});
