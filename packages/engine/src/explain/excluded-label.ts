import { assertNever, labelKeys } from '@kerf/core';
import type { CatalogGaps } from '../model/catalog-gaps.js';
import type { LabelReason, RequiredLabel } from '../model/scheduling-reason.js';
import type { Bits } from '../requirements/bits.js';
import type { LabelSpace } from '../requirements/label-space.js';
import { textSatisfies } from '../requirements/label-texts.js';
import { type Requirement, specsOf } from '../requirements/requirement.js';
import type { NodeClaimTemplate } from '../scheduling/nodes/node-claim-template.js';
import { type Exclusion, exclusionOf, unlaunchableWith } from './type-exclusion.js';

/** A requirement of the pod that no instance type of the pool satisfies. */
export interface ExcludedLabelQuestion {
  readonly space: LabelSpace;
  readonly template: NodeClaimTemplate;
  readonly gaps: CatalogGaps | undefined;
  /** Types of the NodeClass that satisfy it. */
  readonly matching: Bits;
  readonly requirement: Requirement;
  readonly required: RequiredLabel;
}

/**
 * Returns why the NodePool uses none of the zones or instance types that satisfy the requirement:
 * its own requirements exclude them, or its NodeClass cannot launch them. `null` if there are none.
 */
export function excludedLabel(question: ExcludedLabelQuestion): LabelReason | null {
  const { space, template, gaps, matching, requirement, required } = question;
  if (required.key === labelKeys.zone) return zoneWithoutSubnet(question);
  const unlaunchable = unlaunchableWith(space, gaps, requirement);
  const exclusion = exclusionOf(space, template, { resolved: matching, unlaunchable });
  return exclusion === null ? null : toReason(question, exclusion);
}

function zoneWithoutSubnet({
  space,
  template,
  gaps,
  requirement,
  required,
}: ExcludedLabelQuestion): LabelReason | null {
  const specs = specsOf(space, requirement);
  const zones = (gaps?.zones ?? []).filter((zone) =>
    specs.every((spec) => textSatisfies(spec, zone)),
  );
  if (zones.length === 0) return null;
  const nodeClass = template.pool.template.nodeClassName;
  return { code: 'SUBNET_MISSING', ...required, nodeClass, zones, available: zonesOf(template) };
}

function toReason(
  { template, required }: ExcludedLabelQuestion,
  { excludedBy, instanceTypes, omitted }: Exclusion,
): LabelReason {
  switch (excludedBy.source) {
    case 'NodePool':
      return { code: 'REQUIREMENT_INCOMPATIBLE', ...required, allowed: excludedBy };
    case 'Image': {
      const { source: _, ...image } = excludedBy;
      return { code: 'IMAGE_MISSING', ...required, ...image, instanceTypes, omitted };
    }
    case 'Subnet': {
      const { nodeClass, zones } = excludedBy;
      return {
        code: 'SUBNET_MISSING',
        ...required,
        nodeClass,
        zones,
        available: zonesOf(template),
      };
    }
    case 'Network': {
      const { nodeClass } = excludedBy;
      return { code: 'NETWORK_INCOMPATIBLE', ...required, nodeClass, instanceTypes, omitted };
    }
    case 'Setting': {
      const { source: _, ...setting } = excludedBy;
      return { code: 'NODE_CLASS_INCOMPATIBLE', ...required, ...setting, instanceTypes, omitted };
    }
    default:
      return assertNever(excludedBy);
  }
}

/** Returns the names of the zones in which the NodeClass can launch. */
function zonesOf({ types }: NodeClaimTemplate): readonly string[] {
  const zones = types.flatMap(({ source }) => source.offerings.map(({ zone }) => zone));
  return [...new Set(zones)].sort();
}
