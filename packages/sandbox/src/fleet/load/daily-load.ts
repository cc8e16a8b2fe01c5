import { seededRandom, seededRandomBetween } from '../../world/random/seeded-random.js';
import type { DailyCurve, RecurringWorkload } from './load-plans.js';

const hourMs = 3_600_000;
/** The company's life begins on a morning, when everybody is there. */
const firstHour = 10;
/** Load is looked at this often, and differs a little from one look to the next. */
const stepMs = hourMs / 4;
const variationRange = [0.96, 1] as const;

/** The hour of the company's day, 0 to 24. */
export function hourOf(dayTimeMs: number): number {
  return (firstHour + dayTimeMs / hourMs) % 24;
}

/** Replicas of a Deployment at a time of the company's life: at most those of its plan, at least one. */
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

/** One coming of a {@link RecurringWorkload}. */
export interface WorkloadRun {
  readonly plan: RecurringWorkload;
  readonly name: string;
  readonly pods: number;
}

/** What of a plan is there at a time of the company's life. */
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
