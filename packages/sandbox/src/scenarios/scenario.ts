import type { Fleet, FleetCluster } from '../fleet/fleet.js';
import { type Instance, instanceState } from '../world/compute/instance.js';

/** A scenario that can be run on one cluster. */
export interface Scenario {
  readonly name: string;
  /** One sentence on the effects. */
  readonly summary: string;
  /** Effects to watch for in Kerf. */
  readonly watch: string;
  /** Path of the dashboard page that shows the effects. */
  readonly page: (clusterName: string) => string;
  readonly size: SizeParameter | null;
  /** Default duration in seconds; `null` for scenarios without a duration. */
  readonly seconds: number | null;
  /** Set if AWS sends a notice in advance. */
  readonly hasNotice?: true;
  /**
   * Starts the scenario.
   * @returns a sentence on its effects
   */
  readonly begin: (context: ScenarioContext) => string;
}

export interface SizeParameter {
  /** Unit, e.g. `pods`. */
  readonly of: string;
  readonly usual: number;
  readonly max: number;
}

/** The context in which a scenario runs. */
export interface ScenarioContext extends FleetCluster {
  readonly fleet: Fleet;
  readonly size: number;
  readonly seconds: number;
  /** Time from a notice of AWS until it takes effect. */
  readonly noticeMs: number;
  /** Runs a task after this much real time, unless the scenario has ended. */
  readonly after: (ms: number, task: () => void) => void;
  /** Registers a task that undoes the effects when the scenario ends. */
  readonly atEnd: (task: () => void) => void;
}

/** Returns the running instances of a cluster; each account and region has one cluster. */
export function runningInstances({ fleet, plan }: ScenarioContext): readonly Instance[] {
  const { state, timers } = fleet.world;
  return [...state.instances.values()].filter(
    (instance) =>
      instance.accountId === plan.accountId &&
      instance.region === plan.region &&
      instanceState(instance, timers.now()) === 'running',
  );
}
