// Rounds a dual solution to integers that stay feasible, so that verify-bound.ts can check it exactly
// (safe bounds from approximate duals: Neumaier and Shcherbina 2004).
// Arrays: `values`: one per item type, micro-USD per hour. `multipliers`: one array per offering,
// micro-USD per hour for the largest capacity; written per unit of the resource. Written numbers
// are integers, `dualPriceUnit` per micro-USD.

import { compareText } from '@kerf/core';
import { type BoundCertificate, dualPriceUnit } from '../../model/plan-cost.js';
import type { PodGroup } from '../../scheduling/pods/pod-group.js';
import type { SchedulingProblem } from '../../scheduling/problem/problem.js';
import type { ItemType, PackingModel } from '../packing/packing-model.js';
import type { Bound } from './relaxation-bound.js';

/**
 * Safety margin for rounding. Dual prices of pods are decreased by twice as much as those of
 * resources, so that they stay feasible after both are rounded.
 */
const slackRatio = 1e-9;

/** A certificate and the lower bound that it proves. */
export interface WrittenCertificate {
  readonly certificate: BoundCertificate;
  /** Micro-USD per hour, rounded down. */
  readonly lowerBound: number;
}

/** Returns the certificate of a bound in integers, and the lower bound that it proves. */
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
      pods: pods.sort((a, b) => compareText(a.podUid, b.podUid)),
      dualPrices: [...new Map(sets.map((set) => [set.join(), set])).values()],
    },
    lowerBound: isExhaustive ? exactCost : byDualPrices,
  };
}

/** Returns the uid of one pod of each pod group, independent of the order of the input. */
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
