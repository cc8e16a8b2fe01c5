// Runs the engine's specs for Stryker in one process. Modules are loaded once, and a mutant runs only
// the tests that reach it.
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
import { resetModules } from './loader.mjs';
import { takeTests } from './spec-api.mjs';

/** Specs of whole batches and fuzzing: they take seconds, and smaller specs kill the same mutants. */
const excludedSpecs = [
  'cost-analysis/command-bound.property.spec.ts',
  'disruption/plan-disruption.property.spec.ts',
  'optimize/solve-random-clusters.property.spec.ts',
  'optimize/solve.spec.ts',
  'plan/write-result.property.spec.ts',
  ...(process.env.KERF_MUTATION === 'quick'
    ? ['scheduling/first-fit/known-answers.spec.ts', 'scheduling/first-fit/random-clusters.spec.ts']
    : []),
];
/** The specs that kill mutants; fewer of them for a quick run on the files of one folder. */
const specPattern = process.env.KERF_MUTATION_SPECS ?? 'packages/engine/src/**/*.spec.ts';
/** Caches results by object, so modules are loaded again after a mutant of this file. */
const cachingFile = 'scheduling/nodes/instance-types.ts';
/** Durations and hits of the run without mutants. A process that replaces a hanging one reads the file. */
const statsFile = '.mutant-notes.json';
/** A test is stopped when it hits a mutant this many times as often as without the mutant. */
const maxHitRatio = 100;

class EngineSpecs {
  #files;
  #tests = new Map();
  /** Duration and hits per mutant, by test. */
  #stats = null;
  #isStale = false;
  /** State shared with the instrumented code. */
  #state = (globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {});

  capabilities() {
    return { reloadEnvironment: true };
  }

  async dryRun({ coverageAnalysis, disableBail }) {
    this.#state.mutantCoverage = { static: {}, perTest: {} };
    await this.#load();
    const run = await this.#run([...this.#tests.keys()], disableBail);
    const { perTest } = this.#state.mutantCoverage;
    this.#stats = Object.fromEntries(
      run.tests.map(({ id, timeSpentMs }) => [id, { timeSpentMs, hits: perTest[id] ?? {} }]),
    );
    writeFileSync(statsFile, JSON.stringify(this.#stats));
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
    this.#isStale = reloadEnvironment || activeMutant.fileName.endsWith(cachingFile);
    this.#state.activeMutant = activeMutant.id;
    const ids = testFilter ?? [...this.#tests.keys()];
    this.#stats ??= existsSync(statsFile) ? JSON.parse(readFileSync(statsFile, 'utf8')) : {};
    const duration = (id) => this.#stats[id]?.timeSpentMs ?? 0;
    const fastestFirst = ids.toSorted((a, b) => duration(a) - duration(b));
    const hits = (id) => this.#stats[id]?.hits[activeMutant.id] ?? hitLimit;
    const limitOf = (id) => hitLimit && Math.min(hitLimit, maxHitRatio * hits(id));
    const run = await this.#run(fastestFirst, disableBail, limitOf);
    this.#state.activeMutant = undefined;
    return toMutantRunResult(run);
  }

  async #load() {
    this.#files ??= globSync(specPattern).filter(
      (file) => !excludedSpecs.some((name) => file.endsWith(name)),
    );
    resetModules();
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

/** @returns the failure as text, or `null` if the test passes */
async function failureOf({ run, before, after }) {
  try {
    for (const prepare of before) await prepare();
    await run();
    for (const cleanUp of after) await cleanUp();
    return null;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

export const strykerPlugins = [
  declareClassPlugin(PluginKind.TestRunner, 'engine-specs', EngineSpecs),
];
