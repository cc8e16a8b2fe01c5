import { seededRandom, seededRandomBetween } from '../../world/random/seeded-random.js';
import type { DailyCurve, RecurringWorkload } from './load-plans.js';

const hourMs = 3_600_000;
/** The simulated time starts in the morning, at a usual load. */
const firstHour = 10;
/** Interval of load changes; each step has a small random variation. */
const stepMs = hourMs / 4;
const variationRange = [0.96, 1] as const;

/** Returns the hour of the simulated day, from 0 to 24. */
export function hourOf(dayTimeMs: number): number {
  return (firstHour + dayTimeMs / hourMs) % 24;
}

/**
 * Returns the replicas of a Deployment at a time of the simulated day: from one to those of its
 * plan.
 */
export function replicasAt(
  deployment: { readonly name: string; readonly replicas: number; readonly curve: DailyCurve },
  dayTimeMs: number,
  seed: number,
): number {
  const { name, replicas, curve } = deployment;
  const step = Math.floor(dayTimeMs / stepMs);
  const angle = ((hourOf(step * stepMs) - curve.busiestHour) / 24) * 2 * Math.PI;
  const load = (1 + Math.cos(angle)) / 2;
  const ratio = curve.lowRatio + (1 - curve.lowRatio) * load;
  return Math.max(
    1,
    Math.round(replicas * ratio * seededRandomBetween(variationRange, seed, 'load', name, step)),
  );
}

/** One run of a {@link RecurringWorkload}. */
export interface WorkloadRun {
  readonly plan: RecurringWorkload;
  readonly name: string;
  readonly pods: number;
}

/** Returns the runs of a workload that exist at a time of the simulated day. */
export function workloadRunsAt(
  plan: RecurringWorkload,
  dayTimeMs: number,
  seed: number,
): readonly WorkloadRun[] {
  const everyMs = plan.everyHours * hourMs;
  const lastsMs = plan.lastsHours * hourMs;
  const latest = Math.floor(dayTimeMs / everyMs);
  const earliest = Math.max(0, Math.floor((dayTimeMs - lastsMs) / everyMs) - 1);
  return Array.from({ length: latest - earliest + 1 }, (_, offset) => earliest + offset)
    .filter((index) => {
      const words = ['visit', plan.name, index] as const;
      const beginsAt = (index + seededRandom(seed, 'begin', ...words)) * everyMs;
      const isHeld = seededRandom(seed, 'comes', ...words) < plan.probability;
      return isHeld && beginsAt <= dayTimeMs && dayTimeMs < beginsAt + lastsMs;
    })
    .map((index) => {
      const [low, high] = plan.pods;
      const pods = Math.floor(seededRandomBetween([low, high + 1], seed, 'pods', plan.name, index));
      return { plan, pods, name: `${plan.name}-${index}` };
    });
}
