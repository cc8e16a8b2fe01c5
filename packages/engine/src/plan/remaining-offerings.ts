import { compareNumbers, compareText, deepFreeze, labelKeys } from '@kerf/core';
import type { InstanceType } from '../model/instance-type.js';
import type { Labels } from '../model/labels.js';
import { type CapacityType, capacityTypes, type Offering } from '../model/offering.js';
import type { RequirementSpec } from '../model/requirement-spec.js';
import { anyTextSatisfies, type TextsByLabel, textSatisfies } from '../requirements/label-texts.js';
import { normalizeLabel } from '../requirements/well-known-labels.js';
import { labelsOfOffering } from '../scheduling/nodes/instance-types.js';

/** The terms of a NodePool that select instance types and offerings. */
export interface OfferingTerms {
  /** Labels of its nodes; one that instance types have selects among them, too. */
  readonly labels: Labels;
  readonly requirements: readonly RequirementSpec[];
}

/** The instance types and offerings that a NodePool may launch. */
export interface RemainingOfferings {
  /** Types with at least one offering that the terms allow, cheapest first. */
  readonly types: readonly RemainingType[];
  /** Zones of these offerings, sorted. */
  readonly zones: readonly string[];
  /** Capacity types of these offerings, in the order of {@link capacityTypes}. */
  readonly capacityTypes: readonly CapacityType[];
}

/** An instance type with its cheapest offering that the terms allow. */
export interface RemainingType {
  readonly name: string;
  readonly cheapest: Offering;
}

/** The requirement that excludes the last instance types of a NodePool. */
export interface LastExclusion {
  /** The label or requirement without which some of the types would remain. */
  readonly term:
    | { readonly kind: 'Label'; readonly key: string }
    | { readonly kind: 'Requirement'; readonly index: number };
  /** Values of the label among the types that the terms before it leave, sorted. */
  readonly values: readonly string[];
  /** Number of these types. */
  readonly types: number;
}

/**
 * Returns the instance types and offerings that the terms of a NodePool leave. Offerings without
 * capacity at present count, too, because they come back. A label that no type has excludes nothing:
 * the NodePool sets it.
 * @returns a frozen result; equal input gives equal bytes
 * @remarks O(offerings × terms)
 */
export function remainingOfferings(
  terms: OfferingTerms,
  instanceTypes: readonly InstanceType[],
): RemainingOfferings {
  const specs = bySpecKey(specsOf(terms).map(({ spec }) => spec));
  const left = instanceTypes.flatMap((type) => {
    const offerings = offeringsOf(type, specs);
    const [cheapest] = offerings.toSorted(byPrice);
    return cheapest === undefined ? [] : [{ name: type.name, cheapest, offerings }];
  });
  const offerings = left.flatMap((type) => type.offerings);
  const allowed = new Set(offerings.map(({ capacityType }) => capacityType));
  return deepFreeze({
    types: left
      .toSorted((a, b) => byPrice(a.cheapest, b.cheapest) || compareText(a.name, b.name))
      .map(({ name, cheapest }) => ({ name, cheapest: { ...cheapest } })),
    zones: [...new Set(offerings.map(({ zone }) => zone))].sort(compareText),
    capacityTypes: capacityTypes.filter((one) => allowed.has(one)),
  });
}

/**
 * Returns the first term that, together with the terms before it, leaves no instance type; `null` if
 * some remain, or if there were none before.
 * @returns a frozen result; equal input gives equal bytes
 */
export function lastExclusion(
  terms: OfferingTerms,
  instanceTypes: readonly InstanceType[],
): LastExclusion | null {
  const kept: RequirementSpec[] = [];
  let before = instanceTypes;
  for (const { spec, term } of specsOf(terms)) {
    kept.push(spec);
    const specs = bySpecKey(kept);
    const after = before.filter((type) => offeringsOf(type, specs).length > 0);
    if (after.length === 0 && before.length > 0) {
      return deepFreeze({ term, values: valuesOf(before, spec.key), types: before.length });
    }
    before = after;
  }
  return null;
}

interface Term {
  readonly spec: RequirementSpec;
  readonly term: LastExclusion['term'];
}

/** Labels come first: they are no restriction that a user looks for first. */
function specsOf({ labels, requirements }: OfferingTerms): readonly Term[] {
  return [
    ...Object.entries(labels).map(
      ([key, value]): Term => ({
        spec: { key, operator: 'In', values: [value], minValues: null },
        term: { kind: 'Label', key },
      }),
    ),
    ...requirements.map((spec, index): Term => ({ spec, term: { kind: 'Requirement', index } })),
  ];
}

type SpecsByKey = ReadonlyMap<string, readonly RequirementSpec[]>;

const bySpecKey = (specs: readonly RequirementSpec[]): SpecsByKey =>
  Map.groupBy(specs, ({ key }) => normalizeLabel(key));

/** Returns the offerings that the requirements allow; none if the labels of the type do not. */
function offeringsOf(type: InstanceType, specs: SpecsByKey): readonly Offering[] {
  const labels = labelsOf(type);
  const isAllowed = [...specs].every(([key, ofKey]) => {
    const values = labels[key];
    return values === undefined || satisfy(values, ofKey);
  });
  if (!isAllowed) return [];
  return type.offerings.filter((offering) =>
    labelsOfOffering(offering).every(([label, values]) => satisfy(values, specs.get(label) ?? [])),
  );
}

/** Returns true if one of the values satisfies all, or the absence of the label does without values. */
function satisfy(values: readonly string[], specs: readonly RequirementSpec[]): boolean {
  return values.length === 0
    ? specs.every((spec) => anyTextSatisfies(spec, {}))
    : values.some((value) => specs.every((spec) => textSatisfies(spec, value)));
}

const labelsOf = ({ name, offerings, labels }: InstanceType): TextsByLabel => ({
  [labelKeys.instanceType]: [name],
  [labelKeys.zone]: offerings.map(({ zone }) => zone),
  [labelKeys.capacityType]: offerings.map(({ capacityType }) => capacityType),
  ...labels,
});

const valuesOf = (types: readonly InstanceType[], key: string): readonly string[] =>
  [...new Set(types.flatMap((type) => labelsOf(type)[normalizeLabel(key)] ?? []))].sort(
    compareText,
  );

/** Offerings without a price come last: they are not launched. */
const byPrice = (a: Offering, b: Offering): number =>
  compareNumbers(a.priceMicroUsdPerHour ?? Infinity, b.priceMicroUsdPerHour ?? Infinity) ||
  capacityTypes.indexOf(a.capacityType) - capacityTypes.indexOf(b.capacityType) ||
  compareText(a.zone, b.zone);
