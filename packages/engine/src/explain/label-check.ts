import type { LabelConflict, LabelReason, RequiredLabel } from '../model/scheduling-reason.js';
import { type Bits, intersectBits, isEmptyBits, subtractBits } from '../requirements/bits.js';
import { termsOf, termsOfValues } from '../requirements/label-terms.js';
import {
  intersectRequirements,
  mayBeAbsent,
  type Requirement,
  requirementsOverlap,
} from '../requirements/requirement.js';
import type { Requirements } from '../requirements/requirements.js';
import type { NodeClaimTemplate } from '../scheduling/nodes/node-claim-template.js';
import type { SchedulingProblem } from '../scheduling/problem/problem.js';
import { excludedLabel } from './excluded-label.js';
import type { RegionNames } from './region-names.js';
import { allTypes, type TypeSets, valuesOfTypes } from './type-sets.js';

/** A requirement of the pod, or of one of its volumes, for one label. */
export interface LabelConstraint {
  readonly requirement: Requirement;
  /** PersistentVolumeClaim of the volume, `namespace/name`; `null` if the pod itself requires it. */
  readonly volume: string | null;
}

/**
 * The conflicts of a pod's label constraints with a NodePool, and the types that remain without
 * them.
 */
export interface LabelFindings {
  /** Conflicts in the order of the constraints. */
  readonly conflicts: readonly LabelReason[];
  /** The NodePool's requirements with all constraints that do not conflict. */
  readonly accepted: Requirements;
  /** The NodePool's types whose labels satisfy `accepted`. */
  readonly types: Bits;
  /** Types that satisfy the same constraints and that only the NodePool's own requirements exclude. */
  readonly excluded: Bits;
  /** The constraints that do not conflict. */
  readonly constraints: readonly LabelConstraint[];
}

/** The findings so far. */
interface PartialFindings extends Omit<LabelFindings, 'conflicts'> {
  readonly template: NodeClaimTemplate;
}

/** Compares the label constraints of pods with the labels of NodePools and their instance types. */
export class LabelCheck {
  readonly #problem: SchedulingProblem;
  readonly #types: TypeSets;
  readonly #region: RegionNames;

  constructor(
    problem: SchedulingProblem,
    { types, region }: { readonly types: TypeSets; readonly region: RegionNames },
  ) {
    this.#problem = problem;
    this.#types = types;
    this.#region = region;
  }

  /**
   * Returns the conflicts of the constraints with the NodePool.
   * @param alternatives number of node affinity terms of the pod, of which this is one
   */
  check(
    template: NodeClaimTemplate,
    constraints: readonly LabelConstraint[],
    alternatives: number,
  ): LabelFindings {
    const conflicts: LabelReason[] = [];
    const types = this.#types.ofPool(template);
    const excluded = subtractBits(allTypes(template), types);
    let findings: PartialFindings = {
      template,
      accepted: template.requirements,
      types,
      excluded,
      constraints: [],
    };
    for (const constraint of constraints) {
      const conflict = this.#conflictOf(findings, constraint, alternatives);
      if (conflict === null) findings = this.#accept(findings, constraint);
      else conflicts.push(conflict);
    }
    return { ...findings, conflicts };
  }

  #accept(findings: PartialFindings, constraint: LabelConstraint): PartialFindings {
    const { template, constraints } = findings;
    const { table } = this.#problem;
    const { requirement } = constraint;
    const accepted = table.join(findings.accepted, table.of([requirement]));
    const joined = accepted.byKey[requirement.key] ?? requirement;
    return {
      template,
      accepted,
      types: intersectBits(findings.types, this.#types.with(template, joined)),
      excluded: intersectBits(findings.excluded, this.#types.with(template, requirement)),
      constraints: [...constraints, constraint],
    };
  }

  #conflictOf(
    findings: PartialFindings,
    constraint: LabelConstraint,
    alternatives: number,
  ): LabelReason | null {
    const { space } = this.#problem;
    const { requirement, volume } = constraint;
    const required = {
      key: space.nameOf(requirement.key),
      required: termsOf(space, requirement),
      volume,
      alternatives,
    };
    const known = this.#region.existingNamesFor(requirement);
    if (known !== null) return { code: 'VALUE_UNKNOWN', ...required, known };
    if (!findings.template.hasValue(requirement.key) && !mayBeAbsent(requirement)) {
      return { code: 'LABEL_UNDEFINED', ...required };
    }
    const allowed = this.#directConflict(findings, requirement);
    if (allowed !== null) return { code: 'REQUIREMENT_INCOMPATIBLE', ...required, allowed };
    return (
      this.#conflictOfTypes(findings, requirement, required) ??
      this.#conflictTogether(findings, requirement, required)
    );
  }

  /**
   * Finds a conflict with the types that the requirement has only together with others of the pod
   * and its volumes on the same label, e.g. two lists of zones whose only common zone has no type.
   */
  #conflictTogether(
    findings: PartialFindings,
    requirement: Requirement,
    required: RequiredLabel,
  ): LabelReason | null {
    const { space } = this.#problem;
    const others = findings.constraints.filter((one) => one.requirement.key === requirement.key);
    if (others.length === 0) return null;
    const together = others.reduce(
      (joined, other) => intersectRequirements(space, joined, other.requirement),
      requirement,
    );
    return this.#conflictOfTypes(findings, together, {
      ...required,
      required: termsOf(space, together),
    });
  }

  /** Finds a conflict with a requirement on the same label: of the NodePool, the pod or its volumes. */
  #directConflict(
    { template, accepted, constraints }: PartialFindings,
    requirement: Requirement,
  ): LabelConflict | null {
    const { space } = this.#problem;
    const ofPool = template.requirements.byKey[requirement.key];
    if (ofPool !== undefined && !requirementsOverlap(ofPool, requirement)) {
      const key = space.nameOf(requirement.key);
      return { source: 'NodePool', key, terms: termsOf(space, ofPool) };
    }
    const joined = accepted.byKey[requirement.key];
    if (joined === undefined || requirementsOverlap(joined, requirement)) return null;
    const other = constraints.find((item) => item.requirement.key === requirement.key);
    return other === undefined ? null : this.#conflictWith(other);
  }

  /** Finds a conflict with the label values of the instance types. */
  #conflictOfTypes(
    findings: PartialFindings,
    requirement: Requirement,
    required: RequiredLabel,
  ): LabelReason | null {
    const { space, snapshot } = this.#problem;
    const { template, types } = findings;
    const suitable = this.#types.with(template, this.#joined(findings, requirement));
    if (isEmptyBits(types) || !isEmptyBits(intersectBits(types, suitable))) return null;
    const inPool = intersectBits(this.#types.ofPool(template), suitable);
    const allowed = isEmptyBits(inPool) ? null : this.#conflictWithin(findings, inPool);
    const gaps = snapshot.catalogGapsByNodePool?.[template.pool.name];
    const matching = this.#types.with(template, requirement);
    const excluded =
      allowed === null
        ? excludedLabel({ space, template, gaps, matching, requirement, required })
        : null;
    return (
      excluded ?? {
        code: 'REQUIREMENT_INCOMPATIBLE',
        ...required,
        allowed: allowed ?? this.#typeValues(findings, requirement.key),
      }
    );
  }

  /** Returns the NodePool's requirement on the label together with the pod's. */
  #joined({ template }: PartialFindings, requirement: Requirement): Requirement {
    const ofPool = template.requirements.byKey[requirement.key];
    return ofPool === undefined
      ? requirement
      : intersectRequirements(this.#problem.space, ofPool, requirement);
  }

  /**
   * Returns the requirement of the pod that none of the types satisfies; `null` if it needs
   * several.
   */
  #conflictWithin(findings: PartialFindings, types: Bits): LabelConflict | null {
    const other = findings.constraints.find(({ requirement }) =>
      isEmptyBits(
        intersectBits(
          types,
          this.#types.with(findings.template, this.#joined(findings, requirement)),
        ),
      ),
    );
    return other === undefined ? null : this.#conflictWith(other);
  }

  #conflictWith({ requirement, volume }: LabelConstraint): LabelConflict {
    const { space } = this.#problem;
    return {
      source: volume === null ? 'Pod' : 'Volume',
      key: space.nameOf(requirement.key),
      terms: termsOf(space, requirement),
    };
  }

  #typeValues({ template, types }: PartialFindings, key: number): LabelConflict {
    const { space } = this.#problem;
    const values = valuesOfTypes(template, types, key, space.valueCount(key));
    return {
      source: 'InstanceTypes',
      key: space.nameOf(key),
      terms: termsOfValues(space, key, values),
    };
  }
}
