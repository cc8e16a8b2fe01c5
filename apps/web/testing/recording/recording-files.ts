import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { distanceOf } from './distance.js';

/** The answer of the real API to one request. */
export interface RecordedAnswer {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly data: unknown;
}

export const recordedFolder = join(import.meta.dirname, '../recorded');

const fileOf = (operation: string): string => join(recordedFolder, `${operation}.json`);

/** Returns whether answers to an operation are recorded; others are built. */
export const isRecorded = (operation: string): boolean => existsSync(fileOf(operation));

/** By the name of the operation. */
const loaded = new Map<string, readonly RecordedAnswer[]>();

/** Returns the recorded answers to an operation, in the order in which they were recorded. */
export function recordedAnswersOf(operation: string): readonly RecordedAnswer[] {
  const known = loaded.get(operation);
  if (known !== undefined) return known;
  const answers: readonly RecordedAnswer[] = JSON.parse(readFileSync(fileOf(operation), 'utf8'));
  loaded.set(operation, answers);
  return answers;
}

/**
 * Returns the data of the recorded answer to the most similar request of an operation.
 * @param exact names of variables that must be the same, besides IDs
 * @throws if there is none
 */
export function closestRecorded(
  operation: string,
  variables: RecordedAnswer['variables'],
  exact: readonly string[] = [],
): unknown {
  const [closest] = recordedAnswersOf(operation)
    .filter((each) =>
      exact.every((name) => distanceOf(each.variables[name], variables[name]) === 0),
    )
    .map((each) => ({ ...each, distance: distanceOf(each.variables, variables) }))
    .filter(({ distance }) => Number.isFinite(distance))
    .sort((a, b) => a.distance - b.distance);
  if (closest === undefined) {
    throw new Error(
      `No answer to ${operation} ${JSON.stringify(variables)} is recorded. ` +
        'Request it in testing/record, and run "npm run record -w apps/web".',
    );
  }
  return closest.data;
}
