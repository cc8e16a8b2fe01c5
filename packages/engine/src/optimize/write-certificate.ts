import { type BoundCertificate, dualPriceUnit } from '../model/plan-cost.js';
import type { PodGroup } from '../scheduling/pod-group.js';
import type { SchedulingProblem } from '../scheduling/problem.js';
import type { ItemType, PackingModel } from './packing-model.js';
import type { Bound } from './relaxation-bound.js';

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
  { model, values, multipliers, exactCost }: Bound,
): WrittenCertificate {
  const uids = firstUids(problem);
  const uidsOf = ({ items }: ItemType): string[] =>
    items.flatMap(({ podGroup }) => uids.get(podGroup) ?? []);
  const dualValueOf = (itemType: number): bigint =>
    toWhole((values[itemType] ?? 0) * (1 - 2 * slackRatio));
  const pods = model.itemTypes.flatMap(({ items }, itemType) =>
    items.map(({ podGroup, count }) => ({
      podUid: uids.get(podGroup) ?? '',
      count,
      dualValue: String(dualValueOf(itemType)),
    })),
  );
  const total = model.itemTypes.reduce(
    (sum, { demand }, itemType) => sum + BigInt(demand) * dualValueOf(itemType),
    0n,
  );
  const sets = [...new Set(multipliers)].map((own) =>
    [...own.keys()].map((k) =>
      String(toWhole(((own[k] ?? 0) / (model.largest[k] ?? 1)) * (1 - slackRatio))),
    ),
  );
  const byDualPrices = Number(total / BigInt(dualPriceUnit));
  const isExhaustive = exactCost !== null && exactCost > byDualPrices;
  return {
    certificate: {
      isExhaustive,
      resources: model.resources,
      slots: model.slots.map(({ capacity }, slot) => ({
        capacity,
        podUids: model.itemTypes
          .filter((_, itemType) => takesSlot(model, itemType, slot))
          .flatMap(uidsOf)
          .sort(),
      })),
      pods: pods.sort((a, b) => (a.podUid < b.podUid ? -1 : 1)),
      dualPrices: [...new Map(sets.map((set) => [set.join(), set])).values()],
    },
    lowerBound: isExhaustive ? exactCost : byDualPrices,
  };
}

/** One pod of each class, the same whatever the order of the input. */
function firstUids({ pods }: SchedulingProblem): ReadonlyMap<PodGroup, string> {
  const uids = new Map<PodGroup, string>();
  for (const { pod, podGroup } of pods) {
    const known = uids.get(podGroup);
    if (known === undefined || pod.uid < known) uids.set(podGroup, pod.uid);
  }
  return uids;
}

function takesSlot(
  { resources, requests, width }: PackingModel,
  itemType: number,
  slot: number,
): boolean {
  return (requests[itemType * width + resources.length + slot] ?? 0) > 0;
}

function toWhole(microUsd: number): bigint {
  return BigInt(Math.floor(microUsd * dualPriceUnit));
}
