import { compareNumbers } from '@kerf/core';
import {
  findLastingObstacle,
  findObstacle,
  noObstacle,
  type ObstacleNames,
  reasonFor,
  type TypeObstacle,
  type TypeQuestion,
} from '../explain/type-obstacles.js';
import { deepFreeze } from '../freeze.js';
import type { RejectedInstanceTypes } from '../model/scheduling-result.js';
import { type Bits, hasBit, isEmptyBits, subtractBits } from '../requirements/bits.js';
import type { NodeClaimTemplate } from '../scheduling/node-claim-template.js';

const shownExamples = 5;

/**
 * Groups the types of a NodePool that a NodeClaim excludes by reason. Reasons that depend only on
 * requirements are memoized.
 */
export class TypeRejections {
  readonly #names: ObstacleNames;
  readonly #lasting = new Map<number, readonly RejectedInstanceTypes[]>();
  readonly #byPrice = new Map<NodeClaimTemplate, readonly number[]>();

  constructor(names: ObstacleNames) {
    this.#names = names;
  }

  /** @param chosen the types of the NodeClaim */
  rejectedBy(question: TypeQuestion, chosen: Bits): readonly RejectedInstanceTypes[] {
    const { template, requirements } = question;
    const { types } = template.allowedBy(requirements);
    const others = subtractBits(types, chosen);
    if (isEmptyBits(others)) return this.#lastingRejections(question);
    const byObstacle = groupByObstacle(
      this.#inOrderOfPrice(template).filter((type) => hasBit(others, type)),
      (type) => findObstacle(question, type),
    );
    const moreExpensive = byObstacle.get(noObstacle) ?? [];
    byObstacle.delete(noObstacle);
    return [
      ...this.#lastingRejections(question),
      ...this.#describe(question, byObstacle),
      // Types that fit, beyond the maximum number of types of a launch.
      ...(moreExpensive.length === 0
        ? []
        : [rejection({ code: 'MORE_EXPENSIVE_THAN_CHOSEN' }, question.template, moreExpensive)]),
    ];
  }

  #lastingRejections(question: TypeQuestion): readonly RejectedInstanceTypes[] {
    const { template, requirements } = question;
    const known = this.#lasting.get(requirements.id);
    if (known !== undefined) return known;
    const { types } = template.allowedBy(requirements);
    const excluded = this.#inOrderOfPrice(template).filter((type) => !hasBit(types, type));
    const groups = groupByObstacle(excluded, (type) =>
      findLastingObstacle(template, requirements, type),
    );
    const made = this.#describe(question, groups);
    this.#lasting.set(requirements.id, Object.freeze(made));
    return made;
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

  /**
   * Sorts types by their cheapest offering, available or not; those without one come last, equals
   * by name.
   */
  #inOrderOfPrice(template: NodeClaimTemplate): readonly number[] {
    const known = this.#byPrice.get(template);
    if (known !== undefined) return known;
    const priceOf = (type: number): number =>
      template.types[type]?.offerings[0]?.priceMicroUsdPerHour ?? Infinity;
    const order = template.types
      .map((_, type) => type)
      .sort((a, b) => compareNumbers(priceOf(a), priceOf(b)));
    this.#byPrice.set(template, order);
    return order;
  }
}

/** Groups types by their obstacle, {@link noObstacle} included, in the given order. */
function groupByObstacle(
  types: readonly number[],
  obstacleOf: (type: number) => TypeObstacle,
): Map<TypeObstacle, number[]> {
  const groups = new Map<TypeObstacle, number[]>();
  for (const type of types) {
    const obstacle = obstacleOf(type);
    const group = groups.get(obstacle);
    if (group === undefined) groups.set(obstacle, [type]);
    else group.push(type);
  }
  return groups;
}

function rejection(
  reason: RejectedInstanceTypes['reason'],
  template: NodeClaimTemplate,
  types: readonly number[],
): RejectedInstanceTypes {
  const examples = types
    .slice(0, shownExamples)
    .flatMap((type) => template.types[type]?.source.name ?? []);
  return deepFreeze({ reason, count: types.length, examples });
}
