import type { FieldProblem } from '@kerf/core';
import { badInput } from './public-error.js';

/** Postgres stores neither in text nor in JSON: NUL, or an unpaired surrogate. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

const maxProblems = 10;

interface Place {
  readonly value: unknown;
  readonly name: string;
  readonly parent: Place | null;
}

/**
 * Refuses input with text that Postgres cannot store, in values, names or lists.
 * @param what name of the input, e.g. `the body`
 * @throws INPUT.INVALID naming each place
 */
export function refuseUnstorableText(input: unknown, what: string): void {
  const problems: FieldProblem[] = [];
  // Not recursive: a client may nest JSON deeply enough to exhaust the stack.
  const places: Place[] = [{ value: input, name: '', parent: null }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    if (problems.length >= maxProblems) break;
    const { value } = place;
    if (typeof value === 'string' && !isStorable(value)) {
      const message = 'must be text without NUL characters and unpaired surrogates';
      problems.push({ path: pathOf(place), message });
    }
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      if (!isStorable(name)) {
        problems.push({ path: pathOf(place), message: 'has a name with a NUL character' });
      }
      places.push({ value: inner, name, parent: place });
    }
  }
  if (problems.length > 0) throw badInput(`Text in ${what} cannot be stored.`, problems);
}

/** No valid input nests as deeply; the outer names are enough for others. */
const maxNames = 20;

function pathOf(place: Place): string {
  const names: string[] = [];
  for (let at = place; at.parent !== null; at = at.parent) names.push(at.name);
  return names.reverse().slice(0, maxNames).join('.');
}
