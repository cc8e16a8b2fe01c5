import { compareKeys, getOrCreate, invariant, labelKeys, reservationLabels } from '@kerf/core';
import type { InstanceType } from '../../model/instance-type.js';
import {
  type CapacityType,
  capacityTypes,
  isFullReservation,
  type Offering,
  type PriceOverlay,
} from '../../model/offering.js';
import { addBit, type Bits, bitsOf, emptyBits, hasBit } from '../../requirements/bits.js';
import type { LabelSpace } from '../../requirements/label-space.js';
import { type Requirements, valuesSatisfy } from '../../requirements/requirements.js';
import type { ResourceSpace, ResourceVector } from '../../resources/resource-space.js';

/** Zone, capacity type and reservation of an offering; offerings of many types share one variant. */
export interface OfferingVariant {
  readonly index: number;
  readonly zone: string;
  readonly capacityType: CapacityType;
  readonly reservationId: string | null;
  readonly labels: readonly { readonly key: number; readonly values: Bits }[];
}

/** An offering that can be launched, with a price. */
export interface PricedOffering {
  readonly variant: OfferingVariant;
  readonly priceMicroUsdPerHour: number;
  readonly isPriceEstimated: boolean;
  /** `null`: the price is not changed by a NodeOverlay. */
  readonly priceOverlay: PriceOverlay | null;
}

/** An instance type, compiled for the label space and resources of a snapshot. */
export interface CompiledInstanceType {
  readonly source: InstanceType;
  /** By label: the values that it can have; an empty set means that the label does not exist. */
  readonly labels: readonly (Bits | undefined)[];
  /** Cheapest first (then by capacity type, zone, reservation). */
  readonly offerings: readonly PricedOffering[];
  /** Variants of {@link offerings}. */
  readonly variants: Bits;
  /** Variants of its available offerings without a price. */
  readonly unpricedVariants: Bits;
  /** Variants of its offerings without capacity at present. */
  readonly unavailableVariants: Bits;
  /** Variants of its capacity reservations without free instances. */
  readonly fullVariants: Bits;
  readonly capacity: ResourceVector;
  readonly allocatable: ResourceVector;
}

/** Compiles instance types, each object once, however many NodePools list it. */
export class InstanceTypeCompiler {
  readonly #space: LabelSpace;
  readonly #resources: ResourceSpace;
  readonly variants: readonly OfferingVariant[];
  readonly #variants: ReadonlyMap<string, OfferingVariant>;
  readonly #compiled = new Map<InstanceType, CompiledInstanceType>();

  constructor(space: LabelSpace, resources: ResourceSpace, sources: Iterable<InstanceType>) {
    this.#space = space;
    this.#resources = resources;
    this.#variants = variantsOf(space, sources);
    this.variants = [...this.#variants.values()];
  }

  compile(source: InstanceType): CompiledInstanceType {
    return getOrCreate(this.#compiled, source, () => this.#compile(source));
  }

  #compile(source: InstanceType): CompiledInstanceType {
    const offerings: PricedOffering[] = [];
    const unpriced: OfferingVariant[] = [];
    const unavailable: OfferingVariant[] = [];
    const full: OfferingVariant[] = [];
    const { variantKeys } = factsOf(source);
    source.offerings.forEach((offering, index) => {
      const { available, priceMicroUsdPerHour, priceOverlay = null } = offering;
      const variant = this.#variantOf(variantKeys[index]);
      const isPriceEstimated = offering.isPriceEstimated === true;
      if (!available) unavailable.push(variant);
      else if (isFullReservation(offering)) full.push(variant);
      else if (priceMicroUsdPerHour === null) unpriced.push(variant);
      else offerings.push({ variant, priceMicroUsdPerHour, isPriceEstimated, priceOverlay });
    });
    return {
      source,
      labels: this.#labelsOf(source),
      offerings: offerings.sort(byPrice),
      variants: this.#variantBits(offerings.map(({ variant }) => variant)),
      unpricedVariants: this.#variantBits(unpriced),
      unavailableVariants: this.#variantBits(unavailable),
      fullVariants: this.#variantBits(full),
      capacity: this.#resources.vectorOf(source.capacity),
      allocatable: this.#resources.vectorOf(source.allocatable),
    };
  }

  #labelsOf(source: InstanceType): readonly (Bits | undefined)[] {
    const labels: (Bits | undefined)[] = [];
    for (const [label, values] of factsOf(source).labels) {
      const key = this.#space.keyOf(label);
      if (key === undefined) continue;
      const known = values.flatMap((value) => this.#space.valueOf(key, value) ?? []);
      labels[key] = bitsOf(this.#space.valueCount(key), known);
    }
    return labels;
  }

  #variantOf(text: string | undefined): OfferingVariant {
    const variant = text === undefined ? undefined : this.#variants.get(text);
    invariant(variant !== undefined, 'the variant of an offering was not collected');
    return variant;
  }

  #variantBits(variants: readonly OfferingVariant[]): Bits {
    return bitsOf(
      this.#variants.size,
      variants.map(({ index }) => index),
    );
  }
}

/** Properties of a type that do not depend on the snapshot. */
interface InstanceTypeFacts {
  /** Name, zones and capacity types are added if the labels do not contain them. */
  readonly labels: LabelValues;
  /** Labels of all its offerings; an offering without a value contributes none. */
  readonly offeringLabels: LabelValues;
  /** By offering: key of its variant. */
  readonly variantKeys: readonly string[];
}

type LabelValues = readonly (readonly [label: string, values: readonly string[]])[];

/** Types are the same objects in many snapshots, so each object is read once. */
const knownFacts = new WeakMap<InstanceType, InstanceTypeFacts>();

/** Returns the properties of a type that do not depend on the snapshot; memoized by object. */
export function factsOf(source: InstanceType): InstanceTypeFacts {
  return getOrCreate(knownFacts, source, readFacts);
}

function readFacts({ name, labels, offerings }: InstanceType): InstanceTypeFacts {
  const available = offerings.filter((offering) => offering.available);
  return {
    labels: Object.entries({
      [labelKeys.instanceType]: [name],
      [labelKeys.zone]: available.map(({ zone }) => zone),
      [labelKeys.capacityType]: available.map(({ capacityType }) => capacityType),
      ...labels,
    }),
    offeringLabels: joined(offerings.map(labelsOfOffering)),
    variantKeys: offerings.map(keyOfVariant),
  };
}

/** Returns the labels that distinguish one offering from another. */
export function labelsOfOffering(offering: Offering): LabelValues {
  return [
    [labelKeys.zone, [offering.zone]],
    [labelKeys.capacityType, [offering.capacityType]],
    ...(offering.zoneId === null ? [] : [[labelKeys.zoneId, [offering.zoneId]] as const]),
    [reservationLabels.id, offering.reservationId === null ? [] : [offering.reservationId]],
    // Interruptible reservations are not offered.
    [reservationLabels.interruptible, offering.reservationId === null ? [] : ['false']],
    [
      reservationLabels.type,
      offering.reservationType === undefined ? [] : [offering.reservationType],
    ],
  ];
}

function joined(lists: readonly LabelValues[]): LabelValues {
  const valuesByLabel = new Map<string, Set<string>>();
  for (const [label, values] of lists.flat()) {
    const known = getOrCreate(valuesByLabel, label, () => new Set());
    for (const value of values) known.add(value);
  }
  return [...valuesByLabel].map(([label, values]) => [label, [...values]]);
}

/** Returns true if the labels of a type can satisfy the requirements. */
export function typeSatisfies(type: CompiledInstanceType, requirements: Requirements): boolean {
  return requirements.list.every((requirement) => {
    const values = type.labels[requirement.key];
    return values === undefined || valuesSatisfy(requirement, values);
  });
}

/** Returns the offering variants that the requirements allow. */
export function allowedVariants(
  variants: readonly OfferingVariant[],
  requirements: Requirements,
): Bits {
  const allowed = emptyBits(variants.length);
  for (const variant of variants) {
    const fits = variant.labels.every(({ key, values }) => {
      const requirement = requirements.byKey[key];
      return requirement === undefined || valuesSatisfy(requirement, values);
    });
    if (fits) addBit(allowed, variant.index);
  }
  return allowed;
}

/** Returns the offerings of these variants, cheapest first. */
export function offeringsOfVariants(
  type: CompiledInstanceType,
  variants: Bits,
): readonly PricedOffering[] {
  return type.offerings.filter(({ variant }) => hasBit(variants, variant.index));
}

function variantsOf(
  space: LabelSpace,
  sources: Iterable<InstanceType>,
): ReadonlyMap<string, OfferingVariant> {
  const found = new Map<string, Offering>();
  for (const source of sources) {
    const { variantKeys } = factsOf(source);
    source.offerings.forEach((offering, index) => found.set(variantKeys[index] ?? '', offering));
  }
  const sorted = [...found].sort(compareKeys);
  return new Map(
    sorted.map(([text, offering], index) => [text, compileVariant(space, index, offering)]),
  );
}

function compileVariant(space: LabelSpace, index: number, offering: Offering): OfferingVariant {
  const labels = labelsOfOffering(offering).flatMap(([label, texts]) => {
    const key = space.keyOf(label);
    if (key === undefined) return [];
    const values = texts.flatMap((text) => space.valueOf(key, text) ?? []);
    return [{ key, values: bitsOf(space.valueCount(key), values) }];
  });
  const { zone, capacityType, reservationId } = offering;
  return { index, zone, capacityType, reservationId, labels };
}

function keyOfVariant({ zone, zoneId, capacityType, reservationId }: Offering): string {
  return JSON.stringify([zone, capacityType, zoneId, reservationId]);
}

function byPrice(a: PricedOffering, b: PricedOffering): number {
  return (
    a.priceMicroUsdPerHour - b.priceMicroUsdPerHour ||
    capacityTypes.indexOf(a.variant.capacityType) - capacityTypes.indexOf(b.variant.capacityType) ||
    a.variant.index - b.variant.index
  );
}
