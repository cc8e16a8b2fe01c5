import { getOrCreate } from '@kerf/core';
import {
  addBit,
  type Bits,
  bitsIntersect,
  bitsOf,
  emptyBits,
  emptyLike,
  intersectBits,
  membersOf,
  uniteBits,
} from '../requirements/bits.js';
import type { Requirement } from '../requirements/requirement.js';
import { type Requirements, valuesSatisfy } from '../requirements/requirements.js';
import type { NodeClaimTemplate } from '../scheduling/nodes/node-claim-template.js';

/** Sets of instance types of NodePools, by their labels. Results are memoized for all pods. */
export class TypeSets {
  readonly #withRequirement = new Map<NodeClaimTemplate, Map<Requirement, Bits>>();
  readonly #offered = new Map<NodeClaimTemplate, Map<Requirements, Bits>>();
  readonly #ofPool = new Map<NodeClaimTemplate, Bits>();

  /**
   * Returns the types whose labels satisfy the requirement; a label that types do not have excludes
   * none.
   */
  with(template: NodeClaimTemplate, requirement: Requirement): Bits {
    const known = getOrCreate(this.#withRequirement, template, () => new Map<Requirement, Bits>());
    return getOrCreate(known, requirement, () => typesWith(template, requirement));
  }

  /**
   * Returns those of the types that have an offering that satisfies the requirements.
   * @param types all types of the NodePool whose labels satisfy the requirements
   */
  offered(template: NodeClaimTemplate, requirements: Requirements, types: Bits): Bits {
    const known = getOrCreate(this.#offered, template, () => new Map<Requirements, Bits>());
    return getOrCreate(known, requirements, () => offeredTypes(template, requirements, types));
  }

  /** Returns the types whose labels satisfy all requirements of the NodePool. */
  ofPool(template: NodeClaimTemplate): Bits {
    return getOrCreate(this.#ofPool, template, () =>
      template.requirements.list.reduce(
        (types, requirement) => intersectBits(types, this.with(template, requirement)),
        allTypes(template),
      ),
    );
  }
}

/** Returns every type that the NodeClass of the NodePool resolves to. */
export function allTypes({ types }: NodeClaimTemplate): Bits {
  return bitsOf(types.length, types.keys());
}

/** Returns the values of a label that the types have. */
export function valuesOfTypes(
  template: NodeClaimTemplate,
  types: Bits,
  key: number,
  valueCount: number,
): Bits {
  let values = emptyBits(valueCount);
  for (const type of membersOf(types)) {
    const own = template.types[type]?.labels[key];
    if (own !== undefined) values = uniteBits(values, own);
  }
  return values;
}

function offeredTypes(template: NodeClaimTemplate, requirements: Requirements, types: Bits): Bits {
  const { variants } = template.allowedBy(requirements);
  const offered = emptyLike(types);
  for (const type of membersOf(types)) {
    const own = template.types[type]?.variants;
    if (own !== undefined && bitsIntersect(own, variants)) addBit(offered, type);
  }
  return offered;
}

function typesWith({ types }: NodeClaimTemplate, requirement: Requirement): Bits {
  const found = emptyBits(types.length);
  types.forEach(({ labels }, type) => {
    const values = labels[requirement.key];
    if (values === undefined || valuesSatisfy(requirement, values)) addBit(found, type);
  });
  return found;
}
