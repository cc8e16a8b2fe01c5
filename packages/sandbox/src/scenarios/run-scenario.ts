import { AppError, invariant } from '@kerf/core';
import type { Fleet, FleetCluster } from '../fleet/fleet.js';
import { defaultNoticeMs } from '../world/events/interruptions.js';
import type { CancelTimer } from '../world/time/sandbox-clock.js';
import type { Scenario, ScenarioContext } from './scenario.js';
import { scenarios } from './scenarios.js';

export interface ScenarioOptions {
  /** Default: the first cluster in mode `auto`. */
  readonly cluster?: string;
  /** Default and meaning are those of the scenario. */
  readonly size?: number;
  /** Real seconds; default the scenario's. */
  readonly seconds?: number;
  /** Real seconds from an AWS warning until it takes effect; default 120, as in AWS. */
  readonly noticeSeconds?: number;
}

/** A started scenario. */
export interface ScenarioRun {
  readonly scenario: string;
  readonly cluster: string;
  readonly startedAt: number;
  /** `null` for scenarios without a duration. */
  readonly endsAt: number | null;
  /** Description of the effects. */
  readonly message: string;
  readonly watch: string;
  /** Path of the dashboard page that shows the effects. */
  readonly page: string;
  /** Ends the scenario; a second call has no effect. */
  readonly end: () => void;
}

const maxSeconds = 24 * 3_600;

/**
 * Runs a scenario on a cluster of the fleet.
 * @throws AppError `INPUT.INVALID` for an unknown scenario or cluster, or an invalid size or time
 */
export function runScenario(
  fleet: Fleet,
  name: string,
  options: ScenarioOptions = {},
): ScenarioRun {
  const scenario = scenarios.find((one) => one.name === name);
  if (scenario === undefined) {
    throw invalid(`Scenario "${name}" not found. Scenarios: ${namesOf(scenarios)}.`);
  }
  const place = clusterOf(fleet, options.cluster);
  const { timers } = fleet.world;
  const runTimers = new Set<CancelTimer>();
  const endings: (() => void)[] = [];
  const end = (): void => {
    for (const cancel of runTimers) cancel();
    for (const task of endings.splice(0).reverse()) task();
  };
  const context: ScenarioContext = {
    ...place,
    fleet,
    size: sizeOf(scenario, options.size),
    seconds: secondsOf(scenario, options.seconds),
    noticeMs: noticeMsOf(scenario, options.noticeSeconds),
    after: (ms, task) => runTimers.add(timers.at(timers.now() + ms, task)),
    atEnd: (task) => endings.push(task),
  };
  const message = scenario.begin(context);
  const startedAt = timers.now();
  const endsAt = scenario.seconds === null ? null : startedAt + context.seconds * 1000;
  if (endsAt !== null) runTimers.add(timers.at(endsAt, end));
  const { watch } = scenario;
  const cluster = place.plan.name;
  const page = scenario.page(cluster);
  return { scenario: name, cluster, startedAt, endsAt, message, watch, page, end };
}

function clusterOf(fleet: Fleet, name: string | undefined): FleetCluster {
  const { clusters } = fleet;
  const usual = clusters.find(({ plan }) => plan.mode === 'auto') ?? clusters[0];
  const found = name === undefined ? usual : clusters.find(({ plan }) => plan.name === name);
  if (found !== undefined) return found;
  invariant(name !== undefined, 'a fleet has clusters');
  throw invalid(
    `Cluster "${name}" not found. Clusters: ${namesOf(clusters.map(({ plan }) => plan))}.`,
  );
}

function sizeOf({ name, size }: Scenario, wanted: number | undefined): number {
  if (size === null && wanted !== undefined) throw invalid(`${name} has no size.`);
  if (size === null) return 0;
  const value = wanted ?? size.usual;
  if (Number.isInteger(value) && value >= 0 && value <= size.max) return value;
  throw invalid(`The size of ${name} (${size.of}) must be a whole number from 0 to ${size.max}.`);
}

function secondsOf({ name, seconds }: Scenario, wanted: number | undefined): number {
  if (seconds === null && wanted !== undefined) throw invalid(`${name} has no duration.`);
  const value = wanted ?? seconds ?? 0;
  if (value >= 0 && value <= maxSeconds) return value;
  throw invalid(`The duration of ${name} must be 0 to ${maxSeconds} seconds.`);
}

function noticeMsOf({ name, hasNotice }: Scenario, wanted: number | undefined): number {
  if (wanted === undefined) return defaultNoticeMs;
  if (hasNotice !== true) throw invalid(`${name} has no notice.`);
  if (wanted >= 0 && wanted <= maxSeconds) return wanted * 1000;
  throw invalid(`The notice of ${name} must be 0 to ${maxSeconds} seconds.`);
}

const namesOf = (named: readonly { readonly name: string }[]): string =>
  named.map(({ name }) => name).join(', ');

function invalid(message: string): AppError {
  return new AppError({ code: 'INPUT.INVALID', message });
}
