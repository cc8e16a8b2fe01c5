import { isDeepStrictEqual } from 'node:util';
import type {
  CatalogFacts,
  InstanceTypeFacts,
  InstanceTypeResolution,
  InstanceTypeResolver,
} from '@kerf/application';
import { type Bytes, getOrCreate, labelKeys } from '@kerf/core';
import type { InstanceType, Offering } from '@kerf/engine';
import { allocatableOf } from './allocatable.js';
import {
  type CapacitySettings,
  capacityOf,
  capacitySettings,
  estimatedMemory,
} from './capacity.js';
import { catalogGaps } from './catalog-gaps.js';
import {
  bootableArchitectures,
  newestImage,
  suitsNetwork,
  unsupportedSetting,
  variantOf,
} from './compatibility.js';
import { type RulesOfType, reservesOf, rulesByType } from './kubelet-amounts.js';
import { labelValues } from './label-values.js';
import { awsLabelKeys, typeLabels, wellKnownLabels } from './labels.js';
import { createMarket, offeringsOf, type PackingModel } from './offerings.js';
import { partitionsOf } from './partitions.js';
import { plannedDevicesOf } from './planned-devices.js';
import { volumeLimitsOf } from './volume-limits.js';

type TypeLabels = InstanceType['labels'];

/**
 * Resolves the region's catalog to the instance types that one EC2NodeClass can use. Types without
 * a matching image, zone or network are left out; prices and availability belong to their
 * offerings.
 */
export function createInstanceTypeResolver(): InstanceTypeResolver {
  // Labels that depend on the type only, cached for the lifetime of its facts.
  const labelsByFacts = new WeakMap<InstanceTypeFacts, TypeLabels>();
  const fixedLabels = (facts: InstanceTypeFacts): TypeLabels => {
    return getOrCreate(labelsByFacts, facts, () => typeLabels(facts));
  };

  const valuesByCatalog = new WeakMap<CatalogFacts, ReadonlyMap<string, readonly string[]>>();
  return {
    wellKnownLabels,
    resolve(input, previous = []) {
      const rules = capacitySettings(input.nodeClass, input.settings);
      const known = new Map(previous.map((type) => [type.name, type]));
      const memoryOf = learnedMemoryOf(input);
      const rulesOf = rulesByType(rules);
      const context = { input, rules, rulesOf, market: createMarket(input), memoryOf, known };
      return input.catalog.instanceTypes.flatMap((facts) => {
        const type = resolveType(facts, fixedLabels(facts), context);
        return type === null ? [] : [type];
      });
    },
    imageOf,
    gapsOf: (input) => catalogGaps(input, fixedLabels),
    labelValues: (catalog) =>
      getOrCreate(valuesByCatalog, catalog, () => labelValues(catalog, fixedLabels)),
  };
}

interface ResolutionContext {
  readonly input: InstanceTypeResolution;
  readonly rules: CapacitySettings;
  readonly rulesOf: RulesOfType;
  readonly market: PackingModel;
  /** Memory capacity that nodes of the type report; `null` if none has yet. */
  readonly memoryOf: (facts: InstanceTypeFacts) => Bytes | null;
  readonly known: ReadonlyMap<string, InstanceType>;
}

function resolveType(
  facts: InstanceTypeFacts,
  fixedLabels: TypeLabels,
  { input, rules, rulesOf, market, memoryOf, known }: ResolutionContext,
): InstanceType | null {
  const architectures = bootableArchitectures(facts, input.resolution.images);
  if (architectures.length === 0 || !suitsNetwork(facts, input.nodeClass)) return null;
  if (unsupportedSetting(facts, input.nodeClass, input.resolution) !== null) return null;
  const offerings = offeringsOf(facts, market);
  const own = rulesOf(facts);
  if (offerings.length === 0 || !own.ok) return null;
  const before = known.get(facts.name);
  const memory = memoryOf(facts) ?? estimatedMemory(facts, rules);
  const isUnchanged =
    before?.capacity['memory'] === memory && isDeepStrictEqual(before.offerings, offerings);
  if (isUnchanged) return before;

  const capacity = capacityOf(facts, own.value, memory);
  const devices = plannedDevicesOf(facts, input.nodeClass);
  return {
    name: facts.name,
    labels: {
      ...fixedLabels,
      ...labelsOfPlacementGroup(input),
      ...offeringLabels(offerings),
      [labelKeys.region]: [input.catalog.region],
      [labelKeys.arch]: architectures,
      [labelKeys.os]: [rules.family.os],
      [labelKeys.windowsBuild]:
        rules.family.windowsBuild === null ? [] : [rules.family.windowsBuild],
    },
    capacity,
    allocatable: allocatableOf(facts, capacity, own.value),
    offerings,
    ...reservesOf(rules, own.value),
    ...volumeLimitsOf(facts, rules),
    ...(devices.length > 0 && { devices }),
  };
}

/** Returns a search for what nodes of a type with its current image report. */
function learnedMemoryOf({
  learnedMemory,
  resolution,
}: InstanceTypeResolution): ResolutionContext['memoryOf'] {
  if (learnedMemory.length === 0) return () => null;
  const byType = Map.groupBy(learnedMemory, ({ instanceType }) => instanceType);
  return (facts) => {
    const learned = byType.get(facts.name);
    if (learned === undefined) return null;
    const image = imageOf(facts, resolution.images);
    return learned.find(({ imageId }) => imageId === image?.id)?.memoryBytes ?? null;
  };
}

const imageOf: InstanceTypeResolver['imageOf'] = (facts, images) =>
  newestImage(images, { variant: variantOf(facts), architectures: facts.architectures });

function offeringLabels(offerings: readonly Offering[]): TypeLabels {
  const values = (of: (offering: Offering) => string | null): readonly string[] => [
    ...new Set(offerings.map(of).filter((value) => value !== null)),
  ];
  return {
    [labelKeys.zone]: values((offering) => offering.zone),
    [labelKeys.zoneId]: values((offering) => offering.zoneId),
    [labelKeys.capacityType]: values((offering) => offering.capacityType),
    [awsLabelKeys.reservationId]: values((offering) => offering.reservationId),
    [awsLabelKeys.reservationType]: values((offering) => offering.reservationType ?? null),
    [awsLabelKeys.reservationInterruptible]: values(({ reservationId }) =>
      reservationId === null ? null : 'false',
    ),
  };
}

/** Returns the labels of the placement group; a launch narrows several partitions to one. */
function labelsOfPlacementGroup({ resolution }: InstanceTypeResolution): TypeLabels {
  const { placementGroup = null } = resolution;
  return {
    [awsLabelKeys.placementGroupId]: placementGroup === null ? [] : [placementGroup.id],
    [awsLabelKeys.placementGroupPartition]: partitionsOf(placementGroup),
  };
}
