import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@kerf/core';
import { Json } from '@kerf/testing';
import type { FixtureDocument } from '../oracle.js';

/** A command of Karpenter. */
export interface OracleCommand {
  readonly candidates: readonly string[];
  /** The node that was launched for it. */
  readonly replacement: {
    readonly nodePool: string;
    readonly instanceType: string;
    readonly zone: string;
    readonly capacityType: string;
  } | null;
  /** Destination nodes by pod name. */
  readonly moves: Readonly<Record<string, string>>;
}

/** The commands of Karpenter until it finds none, and the cluster after them; US dollars per hour. */
export interface OracleRun {
  readonly commands: readonly OracleCommand[];
  readonly price: number;
  readonly nodes: number;
  readonly podsMoved: number;
}

/** Karpenter's disruption as a program: it applies its commands at once. */
export class ConsolidationOracle {
  readonly #program: string;

  /** @param program path of `bin/consolidate` */
  constructor(program: string) {
    this.#program = program;
  }

  /** @returns the run, or the first line of the error of a program that failed */
  run(fixture: FixtureDocument): OracleRun | string {
    const folder = mkdtempSync(join(tmpdir(), 'kerf-oracle-'));
    try {
      const path = join(folder, 'cluster.json');
      writeFileSync(path, JSON.stringify(fixture));
      const { status, stdout, stderr, error } = spawnSync(this.#program, ['-moves', path], {
        maxBuffer: 2 ** 30,
        encoding: 'utf8',
      });
      if (error !== undefined) {
        const message = `${this.#program} cannot be run: ${error.message}`;
        throw new AppError({ code: 'CONFIG.INVALID', message, cause: error });
      }
      if (status !== 0) return stderr.split('\n')[0] ?? '';
      return readRun(
        stdout
          .trim()
          .split('\n')
          .map((line) => new Json(JSON.parse(line))),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
}

function readRun(lines: readonly Json[]): OracleRun | string {
  const last = lines.at(-1) ?? new Json(null);
  const stop = last.field('stop').string();
  if (stop !== 'fixed point') return `stopped at the ${stop}`;
  return {
    commands: lines
      .slice(0, -1)
      .filter((line) => !line.field('candidates').isAbsent)
      .map(readCommand),
    price: last.field('price').number(),
    nodes: last.field('nodes').integer(),
    podsMoved: last.field('podsMoved').integer(),
  };
}

function readCommand(line: Json): OracleCommand {
  const replacement = line.field('replacement');
  return {
    candidates: line.field('candidates').strings(),
    replacement: replacement.isAbsent
      ? null
      : {
          nodePool: replacement.field('nodePool').string(),
          instanceType: replacement.field('cheapestType').string(),
          zone: replacement.field('cheapestZone').string(),
          capacityType: replacement.field('cheapestCapacityType').string(),
        },
    moves: line.field('moves').stringMap(),
  };
}
