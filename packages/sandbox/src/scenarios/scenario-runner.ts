import type { Fleet } from '../fleet/fleet.js';
import { runScenario, type ScenarioOptions, type ScenarioRun } from './run-scenario.js';

/** Runs scenarios and keeps the running ones. */
export class ScenarioRunner {
  readonly #fleet: Fleet;

  #runs: readonly ScenarioRun[] = [];

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
  }

  /**
   * Starts a scenario.
   * @throws AppError `INPUT.INVALID`, as {@link runScenario}
   */
  run(name: string, options: ScenarioOptions): ScenarioRun {
    const run = runScenario(this.#fleet, name, options);
    if (run.endsAt !== null) this.#runs = [...this.active(), run];
    return run;
  }

  active(): readonly ScenarioRun[] {
    const now = this.#fleet.world.timers.now();
    return this.#runs.filter(({ endsAt }) => endsAt !== null && endsAt > now);
  }

  /**
   * Ends all running scenarios.
   * @returns the ended scenarios
   */
  endAll(): readonly ScenarioRun[] {
    const ended = this.active();
    for (const run of ended) run.end();
    this.#runs = [];
    return ended;
  }
}
