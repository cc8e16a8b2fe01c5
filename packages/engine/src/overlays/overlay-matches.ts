import { labelKeys, reservationLabels } from '@kerf/core';
import type { InstanceType } from '../model/instance-type.js';
import type { OverlayPool } from '../model/node-overlay.js';
import type { Offering } from '../model/offering.js';
import type { RequirementSpec } from '../model/requirement-spec.js';
import { anyTextSatisfies, type TextsByLabel } from '../requirements/label-texts.js';
import { normalizeLabel } from '../requirements/well-known-labels.js';
import { factsOf, labelsOfOffering } from '../scheduling/nodes/instance-types.js';

/** Returns the labels that the requirements of overlays name. */
export function requiredLabels(requirements: readonly RequirementSpec[]): ReadonlySet<string> {
  return new Set(requirements.map(({ key }) => normalizeLabel(key)));
}

/**
 * Returns the labels of a type that overlays may select: its own, those of the NodePool's template,
 * and the NodePool's name.
 * @param requested only these labels are returned, because there are a thousand types with fifty labels
 */
export function overlayLabels(
  requested: ReadonlySet<string>,
  pool: OverlayPool,
  type: InstanceType,
): TextsByLabel {
  const own = factsOf(type).labels.filter(([label]) => requested.has(label));
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

/** Returns a text that is equal for NodePools that overlays cannot distinguish. */
export function poolTraits(requested: ReadonlySet<string>, pool: OverlayPool): string {
  const labels = poolLabels(pool);
  return JSON.stringify([...requested].sort().map((key) => labels[key] ?? null));
}

/** Labels that distinguish the offerings of a type. */
const offeringKeys: ReadonlySet<string> = new Set([
  labelKeys.zone,
  labelKeys.zoneId,
  labelKeys.capacityType,
  reservationLabels.id,
]);

/**
 * Returns the indexes of the offerings that an overlay selects; empty if it does not select the
 * type. Source: karpenter controllers/nodeoverlay getOverlaidOfferings @v1.14.1.
 */
export function overlaidOfferings(
  requirements: readonly RequirementSpec[],
  labels: TextsByLabel,
  type: InstanceType,
): readonly number[] {
  if (!requirements.every((requirement) => anyTextSatisfies(requirement, labels))) return [];
  const ofOffering = requirements.filter(({ key }) => offeringKeys.has(normalizeLabel(key)));
  const all = [...type.offerings.keys()];
  if (ofOffering.length === 0) return all;
  return all.filter((index) => {
    const offering = type.offerings[index];
    return offering !== undefined && matchesOffering(ofOffering, offering);
  });
}

function matchesOffering(requirements: readonly RequirementSpec[], offering: Offering): boolean {
  const labels = Object.fromEntries(labelsOfOffering(offering));
  return requirements
    .filter(({ key }) => Object.hasOwn(labels, normalizeLabel(key)))
    .every((requirement) => anyTextSatisfies(requirement, labels));
}
