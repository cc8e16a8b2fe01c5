import type { LaunchRequest } from '@kerf/application';
import { compareText } from '@kerf/core';
import type { ExpectedOffering, InstanceType, RequirementSpec } from '@kerf/engine';
import { awsLabelKeys } from '../instance-types/labels.js';

/** Maximum number of instance types in one fleet request; more would not speed up EC2. */
const maxInstanceTypes = 60;

/** An instance type with the offerings that may be launched, cheapest first; never empty. */
export interface TypeChoice {
  readonly type: InstanceType;
  readonly offerings: readonly [ExpectedOffering, ...ExpectedOffering[]];
}

/** A request to EC2: one capacity type, with its instance types cheapest first. */
export interface OfferingChoice {
  readonly capacityType: 'spot' | 'on-demand';
  readonly types: readonly TypeChoice[];
}

/**
 * Narrows a NodeClaim's options to one fleet request. Source: karpenter §3.17. First, instance
 * types that were not explicitly requested are removed (metal, GPUs, accelerators), then spot
 * offerings that cost more than the cheapest on-demand offering; both steps keep `minValues`. Spot
 * is preferred over on-demand. Reserved capacity is not launched, because reservations are not
 * resolved yet.
 * @param zones zones with a subnet
 * @returns `null` if no offering is left, or `minValues` cannot be met
 */
export function chooseOfferings(
  request: Pick<LaunchRequest, 'options' | 'instanceTypes' | 'requirements'>,
  zones: ReadonlySet<string>,
): OfferingChoice | null {
  const minValues = request.requirements.filter((one) => one.minValues !== null);
  const all = reachable(request, zones);
  const eligible = minValues.length > 0 ? all : withoutExpensiveSpot(withoutExotic(all));
  const spot = ofCapacityType(eligible, 'spot');
  const choice: OfferingChoice =
    spot.length > 0
      ? { capacityType: 'spot', types: spot }
      : { capacityType: 'on-demand', types: ofCapacityType(eligible, 'on-demand') };
  const types = choice.types.toSorted(byPrice).slice(0, maxInstanceTypes);
  return types.length > 0 && minValues.every((one) => isMet(one, types))
    ? { ...choice, types }
    : null;
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

const byPrice = (a: TypeChoice, b: TypeChoice): number =>
  a.offerings[0].priceMicroUsdPerHour - b.offerings[0].priceMicroUsdPerHour ||
  compareText(a.type.name, b.type.name);

function isMet({ key, minValues }: RequirementSpec, types: readonly TypeChoice[]): boolean {
  const values = new Set(types.flatMap(({ type }) => type.labels[key] ?? []));
  return values.size >= (minValues ?? 0);
}
