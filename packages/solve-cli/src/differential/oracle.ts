import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@kerf/core';
import type { Taint } from '@kerf/engine';
import { Json } from '@kerf/testing';
import type { Answer } from '../answer.js';

/** A cluster as JSON; {@link readFixture} and the real Karpenter both read it. */
export type FixtureDocument = Readonly<Record<string, unknown>>;

/** The parts of an answer that two engines are compared by. */
export type ComparedAnswer = Pick<Answer, 'nodes' | 'totalPrice' | 'nodeClaims' | 'existing'> & {
  /** Pods without a place. */
  readonly errors: Readonly<Record<string, string>>;
};

/** The real Karpenter as a program: fixtures in, one answer for each of several runs out. */
export class Oracle {
  readonly #program: string;

  /** @param program `bin/schedule` of the oracle */
  constructor(program: string) {
    this.#program = program;
  }

  /**
   * @returns for each fixture the answers of its runs, which chance may make differ; `null` for one that
   * the oracle refuses
   */
  ask(
    fixtures: readonly FixtureDocument[],
    runs: number,
  ): readonly (readonly ComparedAnswer[] | null)[] {
    if (fixtures.length === 0) return [];
    const lines = this.#run(fixtures, runs);
    if (lines !== null) {
      return fixtures.map((_, index) => lines.slice(index * runs, (index + 1) * runs));
    }
    if (fixtures.length <= 1) return fixtures.map(() => null);
    // One that is refused ends the program: the others are asked about apart from it.
    const half = fixtures.length >> 1;
    return [...this.ask(fixtures.slice(0, half), runs), ...this.ask(fixtures.slice(half), runs)];
  }

  #run(fixtures: readonly FixtureDocument[], runs: number): readonly ComparedAnswer[] | null {
    const folder = mkdtempSync(join(tmpdir(), 'kerf-oracle-'));
    try {
      const paths = fixtures.map((fixture, index) => {
        const path = join(folder, `${index}.json`);
        writeFileSync(path, JSON.stringify({ ...fixture, name: String(index) }));
        return path;
      });
      const { status, stdout, error } = spawnSync(
        this.#program,
        ['-repeat', String(runs), ...paths],
        { maxBuffer: 2 ** 30, encoding: 'utf8' },
      );
      if (error !== undefined) {
        const message = `${this.#program} cannot be run: ${error.message}`;
        throw new AppError({ code: 'CONFIG.INVALID', message, cause: error });
      }
      return status === 0 ? stdout.trim().split('\n').map(readAnswer) : null;
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
}

function readAnswer(line: string): ComparedAnswer {
  const json = new Json(JSON.parse(line));
  return {
    nodes: json.field('nodes').integer(),
    totalPrice: json.field('totalPrice').number(),
    nodeClaims: json.field('nodeClaims').items().map(readClaim),
    existing: Object.fromEntries(
      json
        .field('existing')
        .entries()
        .map(([node, pods]) => [node, pods.strings()]),
    ),
    errors: json.field('errors').stringMap(),
  };
}

function readClaim(json: Json): ComparedAnswer['nodeClaims'][number] {
  return {
    nodePool: json.field('nodePool').string(),
    pods: json.field('pods').strings(),
    requirements: json
      .field('requirements')
      .items()
      .map((item) => ({
        key: item.field('key').string(),
        operator: item.field('operator').string(),
        values: item.field('values').strings(),
      })),
    requests: json.field('requests').stringMap(),
    labels: json.field('labels').stringMap(),
    taints: json.field('taints').items().map(readTaint),
    instanceTypes: json.field('instanceTypes').strings(),
    instanceTypeCount: json.field('instanceTypeCount').integer(),
    cheapestPrice: json.field('cheapestPrice').number(),
    cheapestType: json.field('cheapestType').string(),
    cheapestZone: json.field('cheapestZone').string(),
    cheapestCapacityType: json.field('cheapestCapacityType').string(),
  };
}

function readTaint(json: Json): Taint {
  return {
    key: json.field('key').string(),
    value: json.field('value').string(''),
    effect: json.field('effect').oneOf(['NoSchedule', 'PreferNoSchedule', 'NoExecute']),
  };
}
