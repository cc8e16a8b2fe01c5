import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@kerf/core';
import type { Taint } from '@kerf/engine';
import { Json } from '@kerf/testing';
import type { Answer } from '../answer.js';

/** A cluster as JSON, which {@link readFixture} and Karpenter read. */
export type FixtureDocument = Readonly<Record<string, unknown>>;

/** The parts of an answer that are compared. */
export type ComparedAnswer = Pick<Answer, 'nodes' | 'totalPrice' | 'nodeClaims' | 'existing'> & {
  /** Unschedulable pods, with texts. */
  readonly errors: Readonly<Record<string, string>>;
};

/** Karpenter as a program that reads fixtures and prints one answer for each run. */
export class Oracle {
  readonly #program: string;

  /** @param program path of `bin/schedule` */
  constructor(program: string) {
    this.#program = program;
  }

  /**
   * @returns for each fixture the answers of its runs, which differ if random choices do; `null` if the
   * program refuses the fixture
   */
  solve(
    fixtures: readonly FixtureDocument[],
    runs: number,
  ): readonly (readonly ComparedAnswer[] | null)[] {
    if (fixtures.length === 0) return [];
    const lines = this.#run(fixtures, runs);
    if (lines !== null) {
      return fixtures.map((_, index) => lines.slice(index * runs, (index + 1) * runs));
    }
    if (fixtures.length <= 1) return fixtures.map(() => null);
    // A refused fixture ends the program, so the list is halved until the others are solved.
    const half = fixtures.length >> 1;
    return [
      ...this.solve(fixtures.slice(0, half), runs),
      ...this.solve(fixtures.slice(half), runs),
    ];
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
