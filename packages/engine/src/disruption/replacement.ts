import { labelKeys, type MicroUsdPerHour } from '@kerf/core';
import type { DisruptionBlock } from '../explain/reason.js';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { CapacityType } from '../model/offering.js';
import type {
  ExpectedOffering,
  InstanceTypeOption,
  PlannedNodeClaim,
} from '../model/scheduling-result.js';

/** A node to be replaced: what it is bought as, and for how much. */
export interface Replaced {
  readonly capacityType: CapacityType;
  readonly priceMicroUsdPerHour: MicroUsdPerHour;
}

/** Fewer cheaper types than this, and the next replacement would follow soon. Source: karpenter. */
const leastSpotTypes = 15;
/** A launch takes the first that is there, in this order. */
const launchOrder: readonly CapacityType[] = ['reserved', 'spot', 'on-demand'];

/**
 * The same claim with the options that are cheaper than the node it is to replace, whichever of
 * their offerings the launch gets.
 * Source: karpenter disruption/consolidation.go computeConsolidation @v1.14.1.
 */
export function cheaperReplacement(
  snapshot: ClusterSnapshot,
  claim: PlannedNodeClaim,
  replaced: Replaced,
): PlannedNodeClaim | DisruptionBlock {
  const { priceMicroUsdPerHour } = replaced;
  const cheaper = claim.instanceTypes
    .map(asLaunched)
    .filter(({ offerings }) => worstPrice(offerings) < priceMicroUsdPerHour);
  const spot = cheaper.filter((option) => capacityTypeOf(option) === 'spot');
  const none: DisruptionBlock =
    claim.expected.isPriceEstimated === true
      ? { code: 'PRICE_UNKNOWN' }
      : {
          code: 'NO_CHEAPER_REPLACEMENT',
          priceMicroUsdPerHour,
          bestMicroUsdPerHour: claim.expected.priceMicroUsdPerHour,
        };
  if (replaced.capacityType === 'spot' && !snapshot.settings.spotToSpotConsolidation) {
    // A replacement that may be spot is spot to spot, whatever else is cheaper.
    if (spot.length > 0) return { code: 'SPOT_TO_SPOT_DISABLED' };
    if (mayBeSpot(claim)) return none;
  }
  if (replaced.capacityType === 'spot' && spot.length > 0) {
    if (spot.length < leastSpotTypes) {
      return { code: 'SPOT_INFLEXIBLE', cheaperTypes: spot.length, needed: leastSpotTypes };
    }
    const few = firstThatSuffice(snapshot, claim, spot);
    return few === null ? none : withOptions(claim, few, 'spot');
  }
  // A launch that finds no spot must fail rather than pay more.
  const kept = spot.length > 0 ? spot : cheaper;
  if (kept.length === 0 || !hasMinValues(snapshot, claim, kept)) return none;
  return withOptions(claim, kept, spot.length > 0 ? 'spot' : null);
}

/** Only the offerings of the capacity type that a launch of this type would take. */
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

/** Of an offering whose price is only estimated nothing can be said. */
const worstPrice = (offerings: readonly ExpectedOffering[]): number =>
  Math.max(
    ...offerings.map(({ priceMicroUsdPerHour, isPriceEstimated }) =>
      isPriceEstimated === true ? Infinity : priceMicroUsdPerHour,
    ),
  );

/** The cheapest 15, or as many as the claim's flexibility needs. */
function firstThatSuffice(
  snapshot: ClusterSnapshot,
  claim: PlannedNodeClaim,
  options: readonly InstanceTypeOption[],
): readonly InstanceTypeOption[] | null {
  for (let count = leastSpotTypes; count <= options.length; count += 1) {
    const few = options.slice(0, count);
    if (hasMinValues(snapshot, claim, few)) return few;
  }
  return null;
}

/** The flexibility that a pool asks for is never given up for a lower price. */
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
    const values = new Set(types.flatMap(({ labels }) => labels[key] ?? []));
    return values.size >= (minValues ?? 0);
  });
}

function withOptions(
  claim: PlannedNodeClaim,
  instanceTypes: readonly InstanceTypeOption[],
  pinned: CapacityType | null,
): PlannedNodeClaim {
  const [expected = claim.expected] = instanceTypes
    .flatMap(({ offerings }) => offerings)
    .toSorted((a, b) => a.priceMicroUsdPerHour - b.priceMicroUsdPerHour);
  const others = claim.requirements.filter(({ key }) => key !== labelKeys.capacityType);
  const pin = {
    key: labelKeys.capacityType,
    operator: 'In',
    values: pinned === null ? [] : [pinned],
    minValues: null,
  } as const;
  return {
    ...claim,
    instanceTypes,
    expected,
    requirements: pinned === null ? claim.requirements : [...others, pin],
    savingAgainstNextBestMicroUsdPerHour: null,
  };
}
