import { labelKeys } from '@kerf/core';
import type { InstanceType } from '../model/instance-type.js';
import type { OverlayPool } from '../model/node-overlay.js';
import type { Offering } from '../model/offering.js';
import type { RequirementSpec } from '../model/requirement-spec.js';
import { type TextsByLabel, textsSatisfy } from '../requirements/label-texts.js';
import { normalizeLabel, reservationIdLabel } from '../requirements/well-known-labels.js';
import { factsOf, labelsOfOffering } from '../scheduling/instance-types.js';

/** Labels that the requirements of overlays are about. */
export function labelsAsked(requirements: readonly RequirementSpec[]): ReadonlySet<string> {
  return new Set(requirements.map(({ key }) => normalizeLabel(key)));
}

/**
 * What overlays look at of a type: its labels, those of the pool's template, and the pool's name.
 * @param asked the rest is left out: there are a thousand types with fifty labels
 */
export function overlayLabels(
  asked: ReadonlySet<string>,
  pool: OverlayPool,
  type: InstanceType,
): TextsByLabel {
  const own = factsOf(type).labels.filter(([label]) => asked.has(label));
  return { ...poolLabels(pool), ...Object.fromEntries(own) };
}

function poolLabels({ name, template }: OverlayPool): TextsByLabel {
  return {
    [labelKeys.nodePool]: [name],
    ...Object.fromEntries(
      Object.entries(template.labels).map(([label, value]) => [label, [value]]),
    ),
  };
}

/** What overlays can tell pools apart by: pools of which it is equal look alike to them. */
export function poolTraits(asked: ReadonlySet<string>, pool: OverlayPool): string {
  const labels = poolLabels(pool);
  return JSON.stringify([...asked].sort().map((key) => labels[key] ?? null));
}

/** Labels that tell one offering of a type from another. */
const offeringKeys: ReadonlySet<string> = new Set([
  labelKeys.zone,
  labelKeys.zoneId,
  labelKeys.capacityType,
  reservationIdLabel,
]);

/**
 * The offerings of a type that an overlay is about, by their place in its list; none when it is not
 * about the type.
 * Source: karpenter controllers/nodeoverlay getOverlaidOfferings @v1.14.1.
 */
export function overlaidOfferings(
  requirements: readonly RequirementSpec[],
  labels: TextsByLabel,
  type: InstanceType,
): readonly number[] {
  if (!requirements.every((requirement) => textsSatisfy(requirement, labels))) return [];
  const ofOffering = requirements.filter(({ key }) => offeringKeys.has(normalizeLabel(key)));
  const all = [...type.offerings.keys()];
  if (ofOffering.length === 0) return all;
  return all.filter((index) => {
    const offering = type.offerings[index];
    return offering !== undefined && isAbout(ofOffering, offering);
  });
}

function isAbout(requirements: readonly RequirementSpec[], offering: Offering): boolean {
  const labels = Object.fromEntries(labelsOfOffering(offering));
  return requirements
    .filter(({ key }) => Object.hasOwn(labels, normalizeLabel(key)))
    .every((requirement) => textsSatisfy(requirement, labels));
}
