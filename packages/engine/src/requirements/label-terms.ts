import type { LabelTerm } from '../model/scheduling-reason.js';
import { type Bits, membersOf } from './bits.js';
import type { LabelSpace } from './label-space.js';
import { type Requirement, specsOf } from './requirement.js';

/** Maximum number of values that a reason lists. */
export const maxListedValues = 5;

/** Returns a requirement as a reason shows it: bounds and exclusions are separate terms. */
export function termsOf(space: LabelSpace, requirement: Requirement): readonly LabelTerm[] {
  return specsOf(space, requirement).map(({ operator, values }) => ({
    operator,
    ...firstOf(values),
  }));
}

/** Returns the values of a label as a reason shows them; `DoesNotExist` if there are none. */
export function termsOfValues(space: LabelSpace, key: number, values: Bits): readonly LabelTerm[] {
  const texts = membersOf(values).map((value) => space.textOf(key, value));
  return [{ operator: texts.length === 0 ? 'DoesNotExist' : 'In', ...firstOf(texts) }];
}

function firstOf(values: readonly string[]): Pick<LabelTerm, 'values' | 'omitted'> {
  const listed = values.slice(0, maxListedValues);
  return { values: listed, omitted: values.length - listed.length };
}
