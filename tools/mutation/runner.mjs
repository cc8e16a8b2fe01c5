// Runs the engine's specs for Stryker within one process: what it tests is loaded once, and a mutant
// costs as much as the tests that reach it.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  DryRunStatus,
  determineHitLimitReached,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import { beginAnew } from './loader.mjs';
import { takeTests } from './spec-words.mjs';

/** Whole batches and fuzzing: they take seconds, and what they find smaller specs find as well. */
const leftOut = [
  'optimize/solve.spec.ts',
  'plan/write-result.property.spec.ts',
  ...(process.env.KERF_MUTATION === 'quick'
    ? ['scheduling/first-fit/known-answers.spec.ts', 'scheduling/first-fit/random-clusters.spec.ts']
    : []),
];
/** Remembers by object what it has read: what a mutant has read must not outlive it. */
const remembering = 'scheduling/nodes/instance-types.ts';
/** What the run without mutants told of each test: a process that takes over from one that hung reads it. */
const notesFile = '.mutant-notes.json';
/** A test that comes by a mutant so many times as often as without it will not end. */
const patience = 100;

class EngineSpecs {
  #files;
  #tests = new Map();
  /** By test: how long it takes, and how often it comes by each mutant. */
  #notes = null;
  #isStale = false;
  /** What the instrumented code reads and writes. */
  #state = (globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {});

  capabilities() {
    return { reloadEnvironment: true };
  }

  async dryRun({ coverageAnalysis, disableBail }) {
    this.#state.mutantCoverage = { static: {}, perTest: {} };
    await this.#load();
    const run = await this.#run([...this.#tests.keys()], disableBail);
    const { perTest } = this.#state.mutantCoverage;
    this.#notes = Object.fromEntries(
      run.tests.map(({ id, timeSpentMs }) => [id, { timeSpentMs, hits: perTest[id] ?? {} }]),
    );
    writeFileSync(notesFile, JSON.stringify(this.#notes));
    return coverageAnalysis === 'off'
      ? run
      : { ...run, mutantCoverage: this.#state.mutantCoverage };
  }

  async mutantRun({
    activeMutant,
    disableBail,
    hitLimit,
    mutantActivation,
    reloadEnvironment,
    testFilter,
  }) {
    const isStatic = mutantActivation === 'static';
    this.#state.activeMutant = isStatic ? activeMutant.id : undefined;
    if (reloadEnvironment || this.#isStale || this.#tests.size === 0) await this.#load();
    this.#isStale = reloadEnvironment || activeMutant.fileName.endsWith(remembering);
    this.#state.activeMutant = activeMutant.id;
    const ids = testFilter ?? [...this.#tests.keys()];
    this.#notes ??= existsSync(notesFile) ? JSON.parse(readFileSync(notesFile, 'utf8')) : {};
    const duration = (id) => this.#notes[id]?.timeSpentMs ?? 0;
    const fastestFirst = ids.toSorted((a, b) => duration(a) - duration(b));
    const hits = (id) => this.#notes[id]?.hits[activeMutant.id] ?? hitLimit;
    const limitOf = (id) => hitLimit && Math.min(hitLimit, patience * hits(id));
    const run = await this.#run(fastestFirst, disableBail, limitOf);
    this.#state.activeMutant = undefined;
    return toMutantRunResult(run);
  }

  async #load() {
    this.#files ??= globSync('packages/engine/src/**/*.spec.ts').filter(
      (file) => !leftOut.some((name) => file.endsWith(name)),
    );
    beginAnew();
    this.#tests = new Map();
    for (const file of this.#files.toSorted()) {
      await import(pathToFileURL(resolve(file)).href);
      for (const test of takeTests()) this.#tests.set(`${file} > ${test.name}`, { file, ...test });
    }
  }

  async #run(ids, disableBail, limitOf = () => undefined) {
    const tests = [];
    for (const id of ids) {
      const test = this.#tests.get(id);
      if (test === undefined) continue;
      const startedAt = performance.now();
      this.#state.currentTestId = id;
      this.#state.hitLimit = limitOf(id);
      this.#state.hitCount = this.#state.hitLimit === undefined ? undefined : 0;
      const failure = await failureOf(test);
      this.#state.currentTestId = undefined;
      const endless = determineHitLimitReached(this.#state.hitCount, this.#state.hitLimit);
      if (endless !== undefined) return endless;
      const timeSpentMs = Math.round(performance.now() - startedAt);
      const common = { id, name: test.name, fileName: test.file, timeSpentMs };
      tests.push(
        failure === null
          ? { ...common, status: TestStatus.Success }
          : { ...common, status: TestStatus.Failed, failureMessage: failure },
      );
      if (failure !== null && !disableBail) break;
    }
    return { status: DryRunStatus.Complete, tests };
  }
}

/** @returns `null` when the test holds */
async function failureOf({ run, before, after }) {
  try {
    for (const prepare of before) await prepare();
    await run();
    for (const tidy of after) await tidy();
    return null;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

export const strykerPlugins = [
  declareClassPlugin(PluginKind.TestRunner, 'engine-specs', EngineSpecs),
];
