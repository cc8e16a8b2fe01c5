import { deepFreeze, getOrCreate } from '@kerf/core';
import { inOrderOfPrice } from '../explain/type-exclusion.js';
import {
  findObstacle,
  findRequirementObstacle,
  noObstacle,
  type ObstacleNames,
  reasonFor,
  type TypeObstacle,
  type TypeQuestion,
} from '../explain/type-obstacles.js';
import { allTypes } from '../explain/type-sets.js';
import type { RejectedInstanceTypes } from '../model/scheduling-result.js';
import { type Bits, hasBit, isEmptyBits, subtractBits } from '../requirements/bits.js';
import type { NodeClaimTemplate } from '../scheduling/nodes/node-claim-template.js';

/** Maximum number of types that a rejection names. */
export const maxExamples = 5;

/**
 * Groups the types of a NodePool that a NodeClaim excludes by reason. Reasons that depend only on
 * requirements are memoized.
 */
export class TypeRejections {
  readonly #names: ObstacleNames;
  readonly #byRequirements = new Map<number, readonly RejectedInstanceTypes[]>();
  readonly #byPrice = new Map<NodeClaimTemplate, readonly number[]>();

  constructor(names: ObstacleNames) {
    this.#names = names;
  }

  /** @param chosen the types of the NodeClaim */
  rejectedBy(question: TypeQuestion, chosen: Bits): readonly RejectedInstanceTypes[] {
    const { template, requirements } = question;
    const { types } = template.allowedBy(requirements);
    const others = subtractBits(types, chosen);
    if (isEmptyBits(others)) return this.#requirementRejections(question);
    const byObstacle = groupByObstacle(
      this.#inOrderOfPrice(template).filter((type) => hasBit(others, type)),
      (type) => findObstacle(question, type),
    );
    const moreExpensive = byObstacle.get(noObstacle) ?? [];
    byObstacle.delete(noObstacle);
    return [
      ...this.#requirementRejections(question),
      ...this.#describe(question, byObstacle),
      // Types that fit, beyond the maximum number of types of a launch.
      ...(moreExpensive.length === 0
        ? []
        : [rejection({ code: 'MORE_EXPENSIVE_THAN_CHOSEN' }, question.template, moreExpensive)]),
    ];
  }

  #requirementRejections(question: TypeQuestion): readonly RejectedInstanceTypes[] {
    const { template, requirements } = question;
    return getOrCreate(this.#byRequirements, requirements.id, () => {
      const { types } = template.allowedBy(requirements);
      const excluded = this.#inOrderOfPrice(template).filter((type) => !hasBit(types, type));
      const groups = groupByObstacle(excluded, (type) =>
        findRequirementObstacle(template, requirements, type),
      );
      return Object.freeze(this.#describe(question, groups));
    });
  }

  #describe(
    question: TypeQuestion,
    groups: ReadonlyMap<TypeObstacle, readonly number[]>,
  ): readonly RejectedInstanceTypes[] {
    return [...groups]
      .sort(([a], [b]) => a - b)
      .map(([obstacle, types]) =>
        rejection(reasonFor(this.#names, question, obstacle, types), question.template, types),
      );
  }

  #inOrderOfPrice(template: NodeClaimTemplate): readonly number[] {
    return getOrCreate(this.#byPrice, template, () => inOrderOfPrice(template, allTypes(template)));
  }
}

/** Groups types by their obstacle, {@link noObstacle} included, in the given order. */
function groupByObstacle(
  types: readonly number[],
  obstacleOf: (type: number) => TypeObstacle,
): Map<TypeObstacle, number[]> {
  const groups = new Map<TypeObstacle, number[]>();
  for (const type of types) {
    getOrCreate(groups, obstacleOf(type), () => []).push(type);
  }
  return groups;
}

function rejection(
  reason: RejectedInstanceTypes['reason'],
  template: NodeClaimTemplate,
  types: readonly number[],
): RejectedInstanceTypes {
  const examples = types
    .slice(0, maxExamples)
    .flatMap((type) => template.types[type]?.source.name ?? []);
  return deepFreeze({ reason, count: types.length, examples });
}
