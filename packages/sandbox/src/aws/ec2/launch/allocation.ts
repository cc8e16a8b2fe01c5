import { compareNumbers } from '@kerf/core';
import type { CatalogType } from '../../../data/instance-catalog.js';
import type { CapacityType } from '../../../world/compute/capacity.js';
import type { Image } from '../../../world/compute/images.js';
import type { Subnet } from '../../../world/compute/network.js';
import type { FleetOverride } from '../../../world/state/state.js';
import type { World } from '../../../world/world.js';
import { AwsError } from '../../aws-error.js';
import type { CommonSpec, LaunchData } from './launch-data.js';

/** An override with its subnet, type and image, from which a fleet may launch instances. */
export interface Candidate {
  readonly override: FleetOverride;
  readonly subnet: Subnet;
  readonly type: CatalogType;
  readonly image: Image;
  readonly data: LaunchData;
  readonly common: CommonSpec;
}

/** A candidate with the values that the strategies compare, as of the request. */
interface RatedCandidate {
  readonly candidate: Candidate;
  readonly price: number;
  readonly available: number;
  /** Lower values come first; candidates without a priority come last. */
  readonly priority: number;
}

type Order = (a: RatedCandidate, b: RatedCandidate) => number;

const byPrice: Order = (a, b) => compareNumbers(a.price, b.price);
const byPriority: Order = (a, b) => compareNumbers(a.priority, b.priority);
const byCapacity: Order = (a, b) => b.available - a.available;
/** Pools whose depths differ by less than a factor of two count as equal. */
const byDepth: Order = (a, b) => depthOf(b) - depthOf(a);

const strategies: Readonly<
  Record<CapacityType, Readonly<Record<string, (count: number) => readonly Order[]>>>
> = {
  'on-demand': {
    'lowest-price': () => [byPrice],
    prioritized: () => [byPriority, byPrice],
  },
  spot: {
    'lowest-price': () => [byPrice],
    'price-capacity-optimized': (count) => [byCapacityFor(count), byPrice],
    'capacity-optimized': () => [byCapacity, byPrice],
    'capacity-optimized-prioritized': () => [byDepth, byPriority, byPrice],
  },
};

/**
 * Returns the candidates in the order in which a fleet tries them; equal ones keep their order.
 * Source: https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-fleet-allocation-strategy.html.
 * EC2 does not publish how it weighs capacity against price; this rule is the sandbox's own.
 * @param count number of requested instances
 * @throws AwsError if the strategy is unknown
 */
export function orderCandidates(
  world: World,
  candidates: readonly Candidate[],
  request: {
    readonly strategy: string;
    readonly capacityType: CapacityType;
    readonly count: number;
  },
): readonly Candidate[] {
  const known = strategies[request.capacityType];
  const orders = Object.hasOwn(known, request.strategy) ? known[request.strategy] : undefined;
  if (orders === undefined) {
    throw new AwsError(
      'InvalidParameterValue',
      `The sandbox has no allocation strategy ${request.strategy} for ${request.capacityType} capacity.`,
    );
  }
  const chain = orders(request.count);
  return candidates
    .map((candidate) => rate(world, candidate))
    .sort((a, b) => chain.reduce((sum, order) => sum || order(a, b), 0))
    .map(({ candidate }) => candidate);
}

function rate(world: World, candidate: Candidate): RatedCandidate {
  const { subnet, type, override } = candidate;
  const pool = { region: subnet.region, zone: subnet.zone, instanceType: type.name };
  const { capacityType } = override;
  const price =
    capacityType === 'spot'
      ? world.prices.spot(pool, world.timers.now())?.microUsdPerHour
      : world.prices.onDemand(pool.region, pool.instanceType);
  return {
    candidate,
    price: price ?? Number.POSITIVE_INFINITY,
    available: world.capacity.available({ ...pool, capacityType }),
    priority: override.priority ?? Number.POSITIVE_INFINITY,
  };
}

/** Pools with several times the required capacity come first and count as equal. */
function byCapacityFor(count: number): Order {
  const ample = 5 * count;
  const rank = (rated: RatedCandidate) =>
    rated.available >= ample ? Number.MAX_VALUE : depthOf(rated);
  return (a, b) => compareNumbers(rank(b), rank(a));
}

function depthOf({ available }: RatedCandidate): number {
  return available === 0 ? -1 : Math.floor(Math.log2(available));
}
