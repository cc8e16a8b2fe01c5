import type { FieldProblem } from '@kerf/core';
import { badInput } from './public-error.js';

/** Postgres keeps neither in text nor in JSON: a NUL, or one half of a surrogate pair. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

const maxProblems = 10;

interface Place {
  readonly value: unknown;
  readonly name: string;
  readonly parent: Place | null;
}

/**
 * Refuses input with text that cannot be kept, wherever it is: in values, names, or lists.
 * @param what the input in words, e.g. `the body`
 * @throws INPUT.INVALID naming each place
 */
export function refuseUnstorableText(input: unknown, what: string): void {
  const problems: FieldProblem[] = [];
  // Not by calls: JSON nests as deeply as whoever sends it likes.
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
  if (problems.length > 0) throw badInput(`${what} has text that cannot be kept`, problems);
}

/** No input of the API nests as deeply; of what does, the outer names say where to look. */
const maxNames = 20;

function pathOf(place: Place): string {
  const names: string[] = [];
  for (let at = place; at.parent !== null; at = at.parent) names.push(at.name);
  return names.reverse().slice(0, maxNames).join('.');
}
