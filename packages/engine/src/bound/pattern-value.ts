/** Pods that take the same and are worth the same. */
export interface PricedPodGroup {
  readonly dualValue: bigint;
  /** By resource, then by slot. */
  readonly takes: readonly bigint[];
  /** More are never on one node. */
  readonly most: number;
}

/** More partial fillings of one node are not looked at. */
const maxEvaluations = 500_000;

/**
 * Whether no filling of a room with whole pods is worth more than a limit: all of them are looked at,
 * but for those of which worths of what is still free show it.
 * @param dualPrices of a unit of what there is of the room; any do, good ones make it short
 * @returns `false` as well when there are too many fillings
 */
export function areValuedAtMost(
  limit: bigint,
  podGroups: readonly PricedPodGroup[],
  capacity: readonly bigint[],
  dualPrices: readonly bigint[],
): boolean {
  const dualValueOf = (amounts: readonly bigint[]): bigint =>
    amounts.reduce((sum, amount, index) => sum + amount * (dualPrices[index] ?? 0n), 0n);
  const priced = podGroups
    .map((podGroup) => ({ ...podGroup, gain: podGroup.dualValue - dualValueOf(podGroup.takes) }))
    .sort((a, b) => compare(absolute(b.gain) * BigInt(b.most), absolute(a.gain) * BigInt(a.most)));
  const steps = priced.map((_, depth) =>
    capacity.map((_amount, index) =>
      priced.slice(depth).reduce((step, { takes }) => divisorOf(step, takes[index] ?? 0n), 0n),
    ),
  );
  let evaluations = 0;

  const holdsFrom = (depth: number, dualValue: bigint, left: readonly bigint[]): boolean => {
    const podGroup = priced[depth];
    if (podGroup === undefined) return dualValue <= limit;
    const fitting = fittingOf(podGroup, left);
    const gainsIn = (free: readonly bigint[]): bigint =>
      priced
        .slice(depth + 1)
        .reduce(
          (sum, other) =>
            other.gain > 0n ? sum + other.gain * BigInt(fittingOf(other, free)) : sum,
          0n,
        );
    const maxGains = gainsIn(left);
    for (let index = 0; index <= fitting; index++) {
      evaluations += 1;
      if (evaluations > maxEvaluations) return false;
      // The best way first: what is worth more than it takes as often as it fits, else not at all.
      const count = podGroup.gain > 0n ? fitting - index : index;
      const free = left.map((amount, at) => amount - BigInt(count) * (podGroup.takes[at] ?? 0n));
      const own = dualValue + BigInt(count) * podGroup.dualValue;
      // Own worth and that of what is free only fall from here on, and gains are never more than these.
      if (own + dualValueOf(free) + maxGains <= limit) return true;
      const usable = free.map((amount, at) => inSteps(amount, steps[depth + 1]?.[at] ?? 0n));
      if (own + dualValueOf(usable) + gainsIn(free) <= limit) continue;
      if (!holdsFrom(depth + 1, own, free)) return false;
    }
    return true;
  };
  return holdsFrom(0, 0n, capacity);
}

function fittingOf({ takes, most }: PricedPodGroup, left: readonly bigint[]): number {
  return takes.reduce(
    (least, amount, index) =>
      amount === 0n ? least : Math.min(least, Number((left[index] ?? 0n) / amount)),
    most,
  );
}

/** What pods can use of an amount when each of them takes a multiple of the step. */
function inSteps(amount: bigint, step: bigint): bigint {
  return step === 0n ? 0n : amount - (amount % step);
}

function divisorOf(a: bigint, b: bigint): bigint {
  return b === 0n ? a : divisorOf(b, a % b);
}

function absolute(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}

function compare(a: bigint, b: bigint): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
