import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TypedDocumentString } from '../../src/gql/graphql.js';
import { distanceOf } from './distance.js';
import { operationName } from './operation-name.js';

/** The answer of the real API to one request. */
export interface RecordedAnswer {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly data: unknown;
}

export const recordedFolder = join(import.meta.dirname, '../recorded');

/** By the name of the operation. */
const loaded = new Map<string, readonly RecordedAnswer[]>();

/** Returns the recorded answers to an operation, in the order in which they were recorded. */
export function recordedAnswersOf(operation: string): readonly RecordedAnswer[] {
  const known = loaded.get(operation);
  if (known !== undefined) return known;
  const file = join(recordedFolder, `${operation}.json`);
  const answers: readonly RecordedAnswer[] = JSON.parse(readFileSync(file, 'utf8'));
  loaded.set(operation, answers);
  return answers;
}

/** Returns a copy of the recorded answer to the most similar request. Throws if there is none. */
export function recordedAnswer<TData, TVariables>(
  document: TypedDocumentString<TData, TVariables>,
  variables: TVariables,
): TData {
  return JSON.parse(findAnswer(document.toString(), JSON.parse(JSON.stringify(variables))));
}

/**
 * Returns the recorded answer to the most similar request, as JSON. IDs, and required
 * variables of a scalar type, must be the same. Throws if there is none.
 */
export function findAnswer(document: string, variables: RecordedAnswer['variables']): string {
  const operation = operationName(document);
  const exact = [...document.matchAll(/\$(\w+): (?:ID|String|Int|CostDimension)!/g)];
  const [closest] = recordedAnswersOf(operation)
    .filter((each) =>
      exact.every(([, name = '']) => distanceOf(each.variables[name], variables[name]) === 0),
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
  return JSON.stringify(closest.data);
}
