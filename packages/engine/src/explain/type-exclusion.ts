import { assertNever, compareNumbers } from '@kerf/core';
import type { CatalogGaps, LaunchObstacle, UnlaunchableType } from '../model/catalog-gaps.js';
import type { RequirementSpec } from '../model/requirement-spec.js';
import type { TypeExclusion } from '../model/scheduling-reason.js';
import { type Bits, membersOf } from '../requirements/bits.js';
import type { LabelSpace } from '../requirements/label-space.js';
import { maxListedValues, termsOf } from '../requirements/label-terms.js';
import { anyTextSatisfies } from '../requirements/label-texts.js';
import { type Requirement, specsOf } from '../requirements/requirement.js';
import { valuesSatisfy } from '../requirements/requirements.js';
import type { NodeClaimTemplate } from '../scheduling/nodes/node-claim-template.js';

/** Suitable instance types that a NodePool does not use. */
export interface ExcludedTypes {
  /** Instance types that its NodeClass resolves to. */
  readonly resolved: Bits;
  /** Instance types that its NodeClass does not resolve to. */
  readonly unlaunchable: readonly UnlaunchableType[];
}

/** Why a NodePool excludes instance types, with the names of the first ones. */
export interface Exclusion {
  readonly excludedBy: TypeExclusion;
  /** The excluded types; the cheapest first if prices are known. */
  readonly instanceTypes: readonly string[];
  readonly omitted: number;
}

/**
 * Returns the types that the NodeClass does not resolve to and whose labels satisfy the
 * requirement.
 */
export function unlaunchableWith(
  space: LabelSpace,
  gaps: CatalogGaps | undefined,
  requirement: Requirement,
): readonly UnlaunchableType[] {
  const label = space.nameOf(requirement.key);
  const specs = specsOf(space, requirement);
  return (gaps?.instanceTypes ?? []).filter(
    ({ labels }) => Object.hasOwn(labels, label) && satisfiesAll(specs, labels),
  );
}

/**
 * Returns why the NodePool uses none of the types; `null` if there are none. If its requirements
 * allow some of them, the reason is the NodeClass; otherwise the requirement that excludes most of
 * them.
 */
export function exclusionOf(
  space: LabelSpace,
  template: NodeClaimTemplate,
  { resolved, unlaunchable }: ExcludedTypes,
): Exclusion | null {
  const requirements = template.requirements.list;
  const allowed = unlaunchable.filter(({ labels }) => allowsLabels(space, requirements, labels));
  const [first] = allowed;
  if (first !== undefined) return excludedByClass(template, first, allowed);
  const types = inOrderOfPrice(template, resolved);
  const [most] = requirements
    .map((requirement) => ({
      requirement,
      names: [
        ...types
          .filter((type) => excludes(template, requirement, type))
          .flatMap((type) => template.types[type]?.source.name ?? []),
        ...unlaunchable
          .filter(({ labels }) => !allowsLabels(space, [requirement], labels))
          .map(({ name }) => name),
      ],
    }))
    .sort((a, b) => b.names.length - a.names.length);
  if (most === undefined || most.names.length === 0) return null;
  const { requirement, names } = most;
  const key = space.nameOf(requirement.key);
  return {
    excludedBy: { source: 'NodePool', key, terms: termsOf(space, requirement) },
    ...firstOf(names),
  };
}

function excludedByClass(
  { pool }: NodeClaimTemplate,
  { cause }: UnlaunchableType,
  allowed: readonly UnlaunchableType[],
): Exclusion {
  const nodeClass = pool.template.nodeClassName;
  const sameCause = allowed
    .filter((type) => isSameCause(type.cause, cause))
    .map(({ name }) => name);
  switch (cause.kind) {
    case 'NoImage': {
      const { architectures, variant } = cause;
      return {
        excludedBy: { source: 'Image', nodeClass, architectures, variant },
        ...firstOf(sameCause),
      };
    }
    case 'NoSubnet':
      return {
        excludedBy: { source: 'Subnet', nodeClass, zones: cause.zones },
        ...firstOf(sameCause),
      };
    case 'Network':
      return { excludedBy: { source: 'Network', nodeClass }, ...firstOf(sameCause) };
    case 'Setting': {
      const { field, value } = cause;
      return { excludedBy: { source: 'Setting', nodeClass, field, value }, ...firstOf(sameCause) };
    }
    default:
      return assertNever(cause);
  }
}

const isSameCause = (one: LaunchObstacle, other: LaunchObstacle): boolean =>
  one.kind === other.kind &&
  (one.kind !== 'Setting' || other.kind !== 'Setting' || one.field === other.field);

/**
 * Returns true if a type with these labels satisfies the requirements on them; requirements on
 * other labels are ignored.
 */
export function allowsLabels(
  space: LabelSpace,
  requirements: readonly Requirement[],
  labels: UnlaunchableType['labels'],
): boolean {
  return requirements.every(
    (requirement) =>
      !Object.hasOwn(labels, space.nameOf(requirement.key)) ||
      satisfiesAll(specsOf(space, requirement), labels),
  );
}

const satisfiesAll = (
  specs: readonly RequirementSpec[],
  labels: UnlaunchableType['labels'],
): boolean => specs.every((spec) => anyTextSatisfies(spec, labels));

function excludes(template: NodeClaimTemplate, requirement: Requirement, type: number): boolean {
  const values = template.types[type]?.labels[requirement.key];
  return values !== undefined && !valuesSatisfy(requirement, values);
}

/**
 * Sorts types by their cheapest offering now; those without one come last, and equals are sorted by
 * name.
 */
export function inOrderOfPrice(template: NodeClaimTemplate, types: Bits): readonly number[] {
  const priceOf = (type: number): number =>
    template.types[type]?.offerings[0]?.priceMicroUsdPerHour ?? Infinity;
  return membersOf(types).sort((a, b) => compareNumbers(priceOf(a), priceOf(b)));
}

function firstOf(names: readonly string[]): Pick<Exclusion, 'instanceTypes' | 'omitted'> {
  const instanceTypes = names.slice(0, maxListedValues);
  return { instanceTypes, omitted: names.length - instanceTypes.length };
}
