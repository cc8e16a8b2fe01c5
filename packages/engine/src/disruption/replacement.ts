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
  /** Of all nodes together. */
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
  const { priceMicroUsdPerHour } = replaced;
  const cheaper = claim.instanceTypes
    .map(asLaunched)
    .filter(({ offerings }) => highestPrice(offerings) < priceMicroUsdPerHour);
  const spot = cheaper.filter((option) => capacityTypeOf(option) === 'spot');
  const noReplacement: DisruptionBlock =
    claim.expected.isPriceEstimated === true
      ? { code: 'PRICE_UNKNOWN' }
      : {
          code: 'NO_CHEAPER_REPLACEMENT',
          priceMicroUsdPerHour,
          bestMicroUsdPerHour: claim.expected.priceMicroUsdPerHour,
        };
  if (replaced.isSpot && !snapshot.settings.spotToSpotConsolidation) {
    // A replacement that may be spot counts as spot to spot, even if other options are cheaper.
    if (spot.length > 0) return { code: 'SPOT_TO_SPOT_DISABLED' };
    if (mayBeSpot(claim)) return noReplacement;
  }
  if (replaced.isSpot && replaced.nodes === 1 && spot.length > 0) {
    if (spot.length < minSpotTypes) {
      return { code: 'SPOT_INFLEXIBLE', cheaperTypes: spot.length, needed: minSpotTypes };
    }
    const cheapest = cheapestWithMinValues(snapshot, claim, spot);
    return cheapest === null ? noReplacement : withOptions(claim, cheapest, 'spot');
  }
  // A launch without available spot capacity must fail; on-demand may cost more.
  const options = spot.length > 0 ? spot : cheaper;
  if (options.length === 0 || !hasMinValues(snapshot, claim, options)) return noReplacement;
  return withOptions(claim, options, spot.length > 0 ? 'spot' : null);
}

/**
 * Returns several NodeClaims with only the options that together are cheaper than the replaced
 * nodes, whichever of them are launched: each may cost its share of their price, in proportion to
 * what is expected of it. Returns the blocker if one of them has none.
 */
export function cheaperReplacements(
  snapshot: ClusterSnapshot,
  claims: readonly PlannedNodeClaim[],
  replaced: Replaced,
): readonly PlannedNodeClaim[] | DisruptionBlock {
  const expected = claims.reduce((sum, claim) => sum + claim.expected.priceMicroUsdPerHour, 0);
  const { priceMicroUsdPerHour } = replaced;
  if (expected >= priceMicroUsdPerHour) {
    return {
      code: 'NO_CHEAPER_REPLACEMENT',
      priceMicroUsdPerHour,
      bestMicroUsdPerHour: expected,
    };
  }
  const cheaper: PlannedNodeClaim[] = [];
  // A node that costs nothing still needs a share, since a replacement has to be cheaper than it.
  const weightOf = (claim: PlannedNodeClaim): number =>
    Math.max(1, claim.expected.priceMicroUsdPerHour);
  const total = claims.reduce((sum, claim) => sum + weightOf(claim), 0);
  for (const claim of claims) {
    const share = weightOf(claim) / total;
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
function cheapestWithMinValues(
  snapshot: ClusterSnapshot,
  claim: PlannedNodeClaim,
  options: readonly InstanceTypeOption[],
): readonly InstanceTypeOption[] | null {
  for (let count = minSpotTypes; count <= options.length; count += 1) {
    const cheapest = options.slice(0, count);
    if (hasMinValues(snapshot, claim, cheapest)) return cheapest;
  }
  return null;
}

/** Returns true if the options satisfy `minValues`, which a lower price does not override. */
function hasMinValues(
  { instanceTypesByNodePool }: ClusterSnapshot,
  { nodePool, requirements }: PlannedNodeClaim,
  options: readonly InstanceTypeOption[],
): boolean {
  const flexible = requirements.filter(({ minValues }) => minValues !== null);
  if (flexible.length === 0) return true;
  const names = new Set(options.map(({ name }) => name));
  const types = (instanceTypesByNodePool[nodePool] ?? []).filter(({ name }) => names.has(name));
  return flexible.every(({ key, minValues }) => {
    const values = new Set(
      types.flatMap((type) =>
        factsOf(type).labels.flatMap(([label, known]) => (label === key ? known : [])),
      ),
    );
    return values.size >= (minValues ?? 0);
  });
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
