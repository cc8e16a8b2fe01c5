import { labelKeys, type MicroUsdPerHour } from '@kerf/core';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { CapacityType } from '../model/offering.js';
import type { DisruptionBlock } from '../model/reason.js';
import type {
  ExpectedOffering,
  InstanceTypeOption,
  PlannedNodeClaim,
} from '../model/scheduling-result.js';
import { factsOf } from '../scheduling/nodes/instance-types.js';
import type { Candidate } from './candidate.js';

/** The nodes that one new node replaces. */
export interface Replaced {
  readonly nodes: number;
  /** True if all of them are spot. */
  readonly isSpot: boolean;
  /** Price of all nodes together. */
  readonly priceMicroUsdPerHour: MicroUsdPerHour;
}

/**
 * With fewer cheaper types, the next replacement of a single node would follow soon. Source:
 * karpenter disruption/consolidation.go @v1.14.1.
 */
const minSpotTypes = 15;
/** A launch takes the first available capacity type in this order. */
const launchOrder: readonly CapacityType[] = ['reserved', 'spot', 'on-demand'];

/**
 * Returns the NodeClaim with only the options that are cheaper than the replaced nodes, whichever
 * of their offerings is launched; or the blocker if there are none. Source: karpenter
 * disruption/consolidation.go computeConsolidation @v1.14.1.
 */
export function cheaperReplacement(
  snapshot: ClusterSnapshot,
  claim: PlannedNodeClaim,
  replaced: Replaced,
): PlannedNodeClaim | DisruptionBlock {
  const { priceMicroUsdPerHour, isSpot: isOfSpot, nodes } = replaced;
  const cheaper = claim.instanceTypes
    .map(asLaunched)
    .filter(({ offerings }) => highestPrice(offerings) < priceMicroUsdPerHour);
  if (cheaper.length === 0) return nothingCheaper(priceMicroUsdPerHour, [claim]);
  if (isOfSpot && !snapshot.settings.spotToSpotConsolidation && mayBeSpot(claim)) {
    // A replacement that may be spot counts as spot to spot, even if other options are cheaper.
    return { code: 'SPOT_TO_SPOT_DISABLED' };
  }
  const spot = cheaper.filter((option) => capacityTypeOf(option) === 'spot');
  // A launch without available spot capacity must fail; on-demand may cost more.
  const options = spot.length > 0 ? spot : cheaper;
  const unmet = unmetMinValues(snapshot, claim, options);
  const capacityType = spot.length > 0 ? 'spot' : null;
  if (isOfSpot && nodes === 1 && spot.length > 0) {
    if (spot.length < minSpotTypes) {
      return { code: 'SPOT_INFLEXIBLE', cheaperTypes: spot.length, needed: minSpotTypes };
    }
    return unmet ?? withOptions(claim, fewestWithMinValues(snapshot, claim, spot), capacityType);
  }
  return unmet ?? withOptions(claim, options, capacityType);
}

/**
 * Returns several NodeClaims with only the options that together are cheaper than the replaced
 * nodes, whichever of them are launched: each may cost its share of their price, in proportion to
 * the least that it is certain not to exceed. Returns the blocker if one of them has none.
 */
export function cheaperReplacements(
  snapshot: ClusterSnapshot,
  claims: readonly PlannedNodeClaim[],
  replaced: Replaced,
): readonly PlannedNodeClaim[] | DisruptionBlock {
  const { priceMicroUsdPerHour } = replaced;
  // A node that costs nothing still needs a share, since a replacement has to be cheaper than it.
  const weights = claims.map((claim) => Math.max(1, leastCertainPrice(claim)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total >= priceMicroUsdPerHour) return nothingCheaper(priceMicroUsdPerHour, claims);
  const cheaper: PlannedNodeClaim[] = [];
  for (const [index, claim] of claims.entries()) {
    const share = (weights[index] ?? 0) / total;
    const replacement = cheaperReplacement(snapshot, claim, {
      ...replaced,
      // Prices are integers: below the next higher one is below the share.
      priceMicroUsdPerHour: Math.ceil(priceMicroUsdPerHour * share),
    });
    if ('code' in replacement) return replacement;
    cheaper.push(replacement);
  }
  return cheaper;
}

/** Returns the blocker of a replacement by these NodeClaims, none of whose options are cheaper. */
function nothingCheaper(
  priceMicroUsdPerHour: MicroUsdPerHour,
  claims: readonly PlannedNodeClaim[],
): DisruptionBlock {
  const best = claims.reduce((sum, claim) => sum + leastCertainPrice(claim), 0);
  if (!Number.isFinite(best)) return { code: 'PRICE_UNKNOWN' };
  return { code: 'NO_CHEAPER_REPLACEMENT', priceMicroUsdPerHour, bestMicroUsdPerHour: best };
}

/**
 * Returns the price that a launch is certain not to exceed if its options are restricted to the best
 * one; infinite if it may be launched at an estimated price.
 */
function leastCertainPrice({ instanceTypes, expected }: PlannedNodeClaim): MicroUsdPerHour {
  if (expected.isPriceEstimated === true) return Infinity;
  const prices = instanceTypes.map((option) => highestPrice(asLaunched(option).offerings));
  return Math.min(...prices);
}

/**
 * Returns the replacement of several nodes without pointless options: if it may be of a type that
 * one of them has, keeping that node would be as good, so only options that are cheaper than it
 * remain. Source: karpenter disruption/multinodeconsolidation.go filterOutSameInstanceType @v1.14.1.
 */
export function withoutSameTypes(
  snapshot: ClusterSnapshot,
  replacement: PlannedNodeClaim,
  candidates: readonly Candidate[],
): PlannedNodeClaim | DisruptionBlock {
  const names = new Set(replacement.instanceTypes.map(({ name }) => name));
  const prices = candidates.flatMap(({ node: { offering } }) =>
    offering !== null && names.has(offering.instanceType)
      ? (offering.priceMicroUsdPerHour ?? [])
      : [],
  );
  if (prices.length === 0) return replacement;
  return cheaperReplacement(snapshot, replacement, {
    nodes: candidates.length,
    isSpot: candidates.every(isSpot),
    priceMicroUsdPerHour: Math.min(...prices),
  });
}

/** Returns true if the node runs on spot capacity. */
export const isSpot = ({ node }: Candidate): boolean => node.offering?.capacityType === 'spot';

/** Keeps only the offerings of the capacity type that a launch of this type would take. */
function asLaunched(option: InstanceTypeOption): InstanceTypeOption {
  const { offerings } = option;
  const capacityType = launchOrder.find((type) =>
    offerings.some((offering) => offering.capacityType === type),
  );
  return {
    ...option,
    offerings: offerings.filter((offering) => offering.capacityType === capacityType),
  };
}

const mayBeSpot = ({ instanceTypes }: PlannedNodeClaim): boolean =>
  instanceTypes.some(({ offerings }) =>
    offerings.some(({ capacityType }) => capacityType === 'spot'),
  );

const capacityTypeOf = ({ offerings }: InstanceTypeOption): CapacityType | undefined =>
  offerings[0]?.capacityType;

/** An estimated price proves nothing. */
const highestPrice = (offerings: readonly ExpectedOffering[]): number =>
  Math.max(
    ...offerings.map(({ priceMicroUsdPerHour, isPriceEstimated }) =>
      isPriceEstimated === true ? Infinity : priceMicroUsdPerHour,
    ),
  );

/** Returns the 15 cheapest, or as many as `minValues` requires. */
function fewestWithMinValues(
  snapshot: ClusterSnapshot,
  claim: PlannedNodeClaim,
  options: readonly InstanceTypeOption[],
): readonly InstanceTypeOption[] {
  for (let count = minSpotTypes; count < options.length; count += 1) {
    const cheapest = options.slice(0, count);
    if (unmetMinValues(snapshot, claim, cheapest) === null) return cheapest;
  }
  return options;
}

/**
 * Returns the `minValues` that the options do not satisfy; `null` if they satisfy all. A lower price
 * does not override them.
 */
function unmetMinValues(
  { instanceTypesByNodePool }: ClusterSnapshot,
  { nodePool, requirements }: PlannedNodeClaim,
  options: readonly InstanceTypeOption[],
): DisruptionBlock | null {
  const flexible = requirements.filter(({ minValues }) => minValues !== null);
  if (flexible.length === 0) return null;
  const names = new Set(options.map(({ name }) => name));
  const types = (instanceTypesByNodePool[nodePool] ?? []).filter(({ name }) => names.has(name));
  for (const { key, minValues } of flexible) {
    const found = new Set(
      types.flatMap((type) =>
        factsOf(type).labels.flatMap(([label, known]) => (label === key ? known : [])),
      ),
    ).size;
    if (found < (minValues ?? 0)) {
      return { code: 'MIN_VALUES_UNMET', key, minValues: minValues ?? 0, found };
    }
  }
  return null;
}

function withOptions(
  claim: PlannedNodeClaim,
  instanceTypes: readonly InstanceTypeOption[],
  capacityType: CapacityType | null,
): PlannedNodeClaim {
  const [expected = claim.expected] = instanceTypes
    .flatMap(({ offerings }) => offerings)
    .toSorted((a, b) => a.priceMicroUsdPerHour - b.priceMicroUsdPerHour);
  const others = claim.requirements.filter(({ key }) => key !== labelKeys.capacityType);
  const capacityTypeRequirement = {
    key: labelKeys.capacityType,
    operator: 'In',
    values: capacityType === null ? [] : [capacityType],
    minValues: null,
  } as const;
  return {
    ...claim,
    instanceTypes,
    expected,
    requirements: capacityType === null ? claim.requirements : [...others, capacityTypeRequirement],
    savingAgainstNextBestMicroUsdPerHour: null,
  };
}
