import type { Fleet, FleetCluster } from '../fleet/fleet.js';
import { type Instance, instanceState } from '../world/compute/instance.js';

/** Something that happens to one cluster on demand. */
export interface Scenario {
  readonly name: string;
  /** What happens, in a sentence. */
  readonly summary: string;
  /** What an observer of Kerf should see. */
  readonly watch: string;
  /** Path of the dashboard's page to open. */
  readonly page: (clusterName: string) => string;
  readonly size: SizeParameter | null;
  /** How long it lasts unless told otherwise; `null` for what is done at once. */
  readonly seconds: number | null;
  /** Whether AWS announces something some time ahead. */
  readonly hasNotice?: true;
  /** Begins it. @returns what was done, in a sentence */
  readonly begin: (context: ScenarioContext) => string;
}

export interface SizeParameter {
  /** What is counted, e.g. `pods`. */
  readonly of: string;
  readonly usual: number;
  readonly max: number;
}

/** What a scenario works with. */
export interface ScenarioContext extends FleetCluster {
  readonly fleet: Fleet;
  readonly size: number;
  readonly seconds: number;
  /** From an announcement by AWS until what it announced. */
  readonly noticeMs: number;
  /** Runs a task after real time, unless the scenario has ended by then. */
  readonly after: (ms: number, task: () => void) => void;
  /** What puts an end to the scenario's doing. */
  readonly atEnd: (task: () => void) => void;
}

/** The instances of a cluster that run; accounts and regions here hold one cluster each. */
export function runningInstances({ fleet, plan }: ScenarioContext): readonly Instance[] {
  const { state, timers } = fleet.world;
  return [...state.instances.values()].filter(
    (instance) =>
      instance.accountId === plan.accountId &&
      instance.region === plan.region &&
      instanceState(instance, timers.now()) === 'running',
  );
}
