import type { LaunchRequest } from '@kerf/application';
import { compareNumbers, compareText } from '@kerf/core';
import {
  type CapacityType,
  type ExpectedOffering,
  type InstanceType,
  priceTieBreak,
  type RequirementSpec,
  type ReservationType,
} from '@kerf/engine';
import { awsLabelKeys } from '../instance-types/labels.js';
import { narrowToReservations } from './narrow-to-reservations.js';

/** Maximum number of instance types in one fleet request; more would not speed up EC2. */
const maxInstanceTypes = 60;

/** An instance type with the offerings that may be launched, cheapest first; never empty. */
export interface TypeChoice {
  readonly type: InstanceType;
  readonly offerings: readonly [ExpectedOffering, ...ExpectedOffering[]];
}

/** A request to EC2: one capacity type, with its instance types cheapest first. */
export interface OfferingChoice {
  readonly capacityType: CapacityType;
  /** The kind of all reservations; `null` unless the capacity type is `reserved`. */
  readonly reservationType: ReservationType | null;
  readonly types: readonly TypeChoice[];
}

/**
 * Narrows a NodeClaim's options to one fleet request. Source: karpenter §3.17. Reserved capacity is
 * preferred over spot, and spot over on-demand. First, instance types that were not explicitly
 * requested are removed (metal, GPUs, accelerators), then spot offerings that cost more than the
 * cheapest on-demand offering; both steps keep `minValues`. Reservations may leave fewer types than
 * `minValues` requires.
 * @param zones zones with a subnet
 * @returns `null` if no offering is left, or `minValues` cannot be met
 */
export function chooseOfferings(
  request: Pick<LaunchRequest, 'options' | 'instanceTypes' | 'requirements' | 'resolution'>,
  zones: ReadonlySet<string>,
): OfferingChoice | null {
  const all = reachable(request, zones);
  const reserved = chooseReserved(all, request);
  if (reserved !== null) return reserved;
  const minValues = request.requirements.filter((one) => one.minValues !== null);
  const eligible = minValues.length > 0 ? all : withoutExpensiveSpot(withoutExotic(all));
  const spot = ofCapacityType(eligible, 'spot');
  const capacityType = spot.length > 0 ? 'spot' : 'on-demand';
  const types = (spot.length > 0 ? spot : ofCapacityType(eligible, 'on-demand'))
    .toSorted(byPrice)
    .slice(0, maxInstanceTypes);
  return types.length > 0 && minValues.every((one) => isMet(one, types))
    ? { capacityType, reservationType: null, types }
    : null;
}

/** @returns `null` if none of the options is in a reservation that can be launched into */
function chooseReserved(
  all: readonly TypeChoice[],
  {
    resolution,
    instanceTypes,
    requirements,
  }: Pick<LaunchRequest, 'instanceTypes' | 'requirements' | 'resolution'>,
): OfferingChoice | null {
  const options = ofCapacityType(all, 'reserved').flatMap(({ offerings }) => offerings);
  const narrowed = narrowToReservations(options, resolution, instanceTypes);
  if (narrowed === null) return null;
  const { reservationType, offerings } = narrowed;
  const kept = new Set(offerings);
  const types = all.flatMap((choice) =>
    withOfferings(
      choice.type,
      choice.offerings.filter((offering) => kept.has(offering)),
    ),
  );
  const keepsAll = requirements.some(({ minValues }) => minValues !== null);
  const eligible = (keepsAll ? types : withoutExotic(types))
    .toSorted(byPrice)
    .slice(0, maxInstanceTypes);
  return { capacityType: 'reserved', reservationType, types: eligible };
}

function reachable(
  { options, instanceTypes }: Pick<LaunchRequest, 'options' | 'instanceTypes'>,
  zones: ReadonlySet<string>,
): readonly TypeChoice[] {
  const typeByName = new Map(instanceTypes.map((type) => [type.name, type]));
  return options.flatMap((option) => {
    const type = typeByName.get(option.name);
    if (type === undefined) return [];
    return withOfferings(
      type,
      option.offerings.filter((offering) => zones.has(offering.zone)),
    );
  });
}

/** Returns the instance type with these offerings; an empty list if there are none. */
function withOfferings(
  type: InstanceType,
  offerings: readonly ExpectedOffering[],
): readonly TypeChoice[] {
  const [first, ...rest] = offerings.toSorted(
    (a, b) => a.priceMicroUsdPerHour - b.priceMicroUsdPerHour || compareText(a.zone, b.zone),
  );
  return first === undefined ? [] : [{ type, offerings: [first, ...rest] }];
}

const exoticResources = [
  'nvidia.com/gpu',
  'amd.com/gpu',
  'aws.amazon.com/neuron',
  'habana.ai/gaudi',
] as const;

function withoutExotic(choices: readonly TypeChoice[]): readonly TypeChoice[] {
  const plain = choices.filter(({ type }) => !isExotic(type));
  return plain.length > 0 ? plain : choices;
}

function isExotic(type: InstanceType): boolean {
  const sizes = type.labels[awsLabelKeys.size] ?? [];
  return (
    sizes.some((size) => size.includes('metal')) ||
    exoticResources.some((resource) => (type.capacity[resource] ?? 0) > 0)
  );
}

function withoutExpensiveSpot(choices: readonly TypeChoice[]): readonly TypeChoice[] {
  const [cheapest] = choices
    .flatMap(({ offerings }) => offerings)
    .filter(({ capacityType }) => capacityType === 'on-demand')
    .toSorted((a, b) => a.priceMicroUsdPerHour - b.priceMicroUsdPerHour);
  if (cheapest === undefined) return choices;
  return choices.flatMap(({ type, offerings }) =>
    withOfferings(
      type,
      offerings.filter(
        (offering) => offering.capacityType !== 'spot' || !costsMore(offering, cheapest),
      ),
    ),
  );
}

/**
 * Whether spot costs more; a known spot price is not compared with an estimated on-demand price.
 */
const costsMore = (spot: ExpectedOffering, onDemand: ExpectedOffering): boolean =>
  spot.priceMicroUsdPerHour > onDemand.priceMicroUsdPerHour &&
  (onDemand.isPriceEstimated !== true || spot.isPriceEstimated === true);

function ofCapacityType(
  choices: readonly TypeChoice[],
  capacityType: OfferingChoice['capacityType'],
): readonly TypeChoice[] {
  return choices.flatMap(({ type, offerings }) =>
    withOfferings(
      type,
      offerings.filter((offering) => offering.capacityType === capacityType),
    ),
  );
}

/** Compares the prices of the cheapest offerings, and of equally expensive reservations the types. */
export const comparePrices = (a: TypeChoice, b: TypeChoice): number =>
  a.offerings[0].priceMicroUsdPerHour - b.offerings[0].priceMicroUsdPerHour ||
  compareNumbers(
    priceTieBreak(a.offerings[0], a.type.offerings),
    priceTieBreak(b.offerings[0], b.type.offerings),
  );

const byPrice = (a: TypeChoice, b: TypeChoice): number =>
  comparePrices(a, b) || compareText(a.type.name, b.type.name);

function isMet({ key, minValues }: RequirementSpec, types: readonly TypeChoice[]): boolean {
  const values = new Set(types.flatMap(({ type }) => type.labels[key] ?? []));
  return values.size >= (minValues ?? 0);
}
