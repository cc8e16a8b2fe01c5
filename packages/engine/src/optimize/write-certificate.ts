import { type BoundCertificate, worthUnit } from '../model/plan-cost.js';
import type { PodClass } from '../scheduling/pod-class.js';
import type { SchedulingProblem } from '../scheduling/problem.js';
import type { Bound } from './fluid-bound.js';
import type { Market, Shape } from './market.js';

/**
 * What rounding may add up to. The worths of pods are lowered by more than those of resources, so
 * that they stay below after both are made whole numbers.
 */
const slackRatio = 1e-9;

/** A certificate with the bound that it proves. */
export interface WrittenCertificate {
  readonly certificate: BoundCertificate;
  /** Whole micro-USD per hour, rounded down. */
  readonly lowerBound: number;
}

export function writeCertificate(
  problem: SchedulingProblem,
  { market, values, multipliers, exactCost }: Bound,
): WrittenCertificate {
  const uids = firstUids(problem);
  const uidsOf = ({ items }: Shape): string[] =>
    items.flatMap(({ podClass }) => uids.get(podClass) ?? []);
  const worthOf = (shape: number): bigint => toWhole((values[shape] ?? 0) * (1 - 2 * slackRatio));
  const pods = market.shapes.flatMap(({ items }, shape) =>
    items.map(({ podClass, count }) => ({
      podUid: uids.get(podClass) ?? '',
      count,
      worth: String(worthOf(shape)),
    })),
  );
  const total = market.shapes.reduce(
    (sum, { demand }, shape) => sum + BigInt(demand) * worthOf(shape),
    0n,
  );
  const sets = [...new Set(multipliers)].map((own) =>
    [...own.keys()].map((k) =>
      String(toWhole(((own[k] ?? 0) / (market.largest[k] ?? 1)) * (1 - slackRatio))),
    ),
  );
  const byWorths = Number(total / BigInt(worthUnit));
  const isExhaustive = exactCost !== null && exactCost > byWorths;
  return {
    certificate: {
      isExhaustive,
      resources: market.resources,
      slots: market.slots.map(({ capacity }, slot) => ({
        capacity,
        podUids: market.shapes
          .filter((_, shape) => takesSlot(market, shape, slot))
          .flatMap(uidsOf)
          .sort(),
      })),
      pods: pods.sort((a, b) => (a.podUid < b.podUid ? -1 : 1)),
      worths: [...new Map(sets.map((set) => [set.join(), set])).values()],
    },
    lowerBound: isExhaustive ? exactCost : byWorths,
  };
}

/** One pod of each class, the same whatever the order of the input. */
function firstUids({ pods }: SchedulingProblem): ReadonlyMap<PodClass, string> {
  const uids = new Map<PodClass, string>();
  for (const { pod, podClass } of pods) {
    const known = uids.get(podClass);
    if (known === undefined || pod.uid < known) uids.set(podClass, pod.uid);
  }
  return uids;
}

function takesSlot({ resources, requests, width }: Market, shape: number, slot: number): boolean {
  return (requests[shape * width + resources.length + slot] ?? 0) > 0;
}

function toWhole(microUsd: number): bigint {
  return BigInt(Math.floor(microUsd * worthUnit));
}
