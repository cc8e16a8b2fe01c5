import type { FieldProblem } from '@kerf/core';
import type { z } from 'zod';
import { suggestion } from '../findings/nearest.js';

type Issue = z.core.$ZodIssue;

/**
 * Describes what is wrong with a value, for people who do not know zod: each sentence completes the name of
 * the field. Every unknown field is named by a path of its own.
 * @param error of a parse with `reportInput`, without which a missing field is not told from a wrong one
 */
export function toFieldProblems({ issues }: z.ZodError): readonly FieldProblem[] {
  const problems = issues
    .slice(0, maxProblems)
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys
            .slice(0, maxProblems)
            .map((key) => ({ path: toPath([...issue.path, key]), message: 'is unknown' }))
        : [{ path: toPath(issue.path), message: describe(issue) }],
    );
  return problems.slice(0, maxProblems);
}

/** A client may send many wrong fields. */
const maxProblems = 20;

const toPath = (path: readonly PropertyKey[]): string => path.map(String).join('.');

function describe(issue: Exclude<Issue, z.core.$ZodIssueUnrecognizedKeys>): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required';
      return isOwn(issue.message) ? issue.message : `must be ${wordFor(issue.expected)}`;
    case 'invalid_value':
      return describeChoice(issue.values.map(String), issue.input);
    case 'too_small':
      return describeRange('least', issue.minimum, issue.origin);
    case 'too_big':
      return describeRange('most', issue.maximum, issue.origin);
    default:
      return issue.message;
  }
}

/** Schemas that say themselves what a value must be complete the name of the field, too. */
const isOwn = (message: string): boolean => message.startsWith('must ');

const words: ReadonlyMap<string, string> = new Map([
  ['string', 'text'],
  ['number', 'a number'],
  ['int', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['record', 'an object'],
  ['null', 'null'],
]);

const wordFor = (expected: string): string => words.get(expected) ?? expected;

function describeChoice(values: readonly string[], found: unknown): string {
  if (values.length > maxChoices && typeof found === 'string') {
    return `is not a known value${suggestion(found, values)}`;
  }
  const choice = values.length === 1 ? values.join('') : `one of ${values.join(', ')}`;
  const hint = typeof found === 'string' ? suggestion(found, values) : '';
  return found === undefined ? `is required: ${choice}` : `must be ${choice}${hint}`;
}

/** Longer lists are in the documentation. */
const maxChoices = 60;

function describeRange(word: 'least' | 'most', limit: number | bigint, origin: string): string {
  const unit = units.get(origin);
  if (unit === undefined) return `must be at ${word} ${limit}`;
  return word === 'least' && limit === 1
    ? 'must not be empty'
    : `must have at ${word} ${limit} ${unit}`;
}

const units: ReadonlyMap<string, string> = new Map([
  ['string', 'characters'],
  ['array', 'elements'],
]);
