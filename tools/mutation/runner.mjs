// Runs the engine's specs for Stryker within one process: what it tests is loaded once, and a mutant
// costs as much as the tests that reach it.
import { globSync } from 'node:fs';
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
  'scheduling/solve.property.spec.ts',
  ...(process.env.KERF_MUTATION === 'quick'
    ? ['scheduling/known-answers.spec.ts', 'scheduling/random-clusters.spec.ts']
    : []),
];
/** Remembers by object what it has read: what a mutant has read must not outlive it. */
const remembering = 'scheduling/instance-types.ts';

class EngineSpecs {
  #files;
  #tests = new Map();
  #durations = new Map();
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
    for (const { id, timeSpentMs } of run.tests) this.#durations.set(id, timeSpentMs);
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
    this.#state.hitCount = hitLimit === undefined ? undefined : 0;
    this.#state.hitLimit = hitLimit;
    if (reloadEnvironment || this.#isStale || this.#tests.size === 0) await this.#load();
    this.#isStale = reloadEnvironment || activeMutant.fileName.endsWith(remembering);
    this.#state.activeMutant = activeMutant.id;
    const ids = testFilter ?? [...this.#tests.keys()];
    const duration = (id) => this.#durations.get(id) ?? 0;
    const fastestFirst = ids.toSorted((a, b) => duration(a) - duration(b));
    const run = await this.#run(fastestFirst, disableBail);
    const limit = determineHitLimitReached(this.#state.hitCount, this.#state.hitLimit);
    this.#state.activeMutant = undefined;
    return toMutantRunResult(limit ?? run);
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

  async #run(ids, disableBail) {
    const tests = [];
    for (const id of ids) {
      const test = this.#tests.get(id);
      if (test === undefined) continue;
      const startedAt = performance.now();
      this.#state.currentTestId = id;
      const failure = await failureOf(test);
      this.#state.currentTestId = undefined;
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
