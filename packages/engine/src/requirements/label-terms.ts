import { assertNever } from '@kerf/core';
import type { RequirementSpec } from '../model/requirement-spec.js';
import { type Bits, membersOf } from './bits.js';
import type { LabelSpace } from './label-space.js';
import { type Requirement, specsOf } from './requirement.js';

/** Lists are cut after so many values. */
const shownValues = 5;

/** A requirement as a reason shows it, e.g. `In [spot]` or `Gte 4, NotIn [8]`. */
export function describeRequirement(space: LabelSpace, requirement: Requirement): string {
  return specsOf(space, requirement).map(describeSpec).join(', ');
}

/** The values of a label, as a reason shows them; `DoesNotExist` for none. */
export function describeValues(space: LabelSpace, key: number, values: Bits): string {
  const texts = membersOf(values).map((value) => space.textOf(key, value));
  return texts.length === 0 ? 'DoesNotExist' : `In [${listed(texts)}]`;
}

function describeSpec({ operator, values }: RequirementSpec): string {
  switch (operator) {
    case 'In':
    case 'NotIn':
      return `${operator} [${listed(values)}]`;
    case 'Gte':
    case 'Lte':
    case 'Gt':
    case 'Lt':
      return `${operator} ${values.join()}`;
    case 'Exists':
    case 'DoesNotExist':
      return operator;
    default:
      return assertNever(operator);
  }
}

function listed(values: readonly string[]): string {
  const shown = values.slice(0, shownValues);
  const rest = values.length - shown.length;
  return (rest === 0 ? shown : [...shown, `+${rest}`]).join(', ');
}
