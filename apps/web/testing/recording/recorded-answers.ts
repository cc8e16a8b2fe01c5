import type { TypedDocumentString } from '../../src/gql/graphql.js';
import { buildAnswer } from '../built/build-answer.js';
import { operationName } from './operation-name.js';
import { closestRecorded, isRecorded, type RecordedAnswer } from './recording-files.js';

/** Returns a copy of the answer to a request: the recorded one to the most similar request, or a built one. */
export function recordedAnswer<TData, TVariables>(
  document: TypedDocumentString<TData, TVariables>,
  variables: TVariables,
): TData {
  return JSON.parse(findAnswer(document.toString(), JSON.parse(JSON.stringify(variables))));
}

/**
 * Returns the answer to a request, as JSON: the recorded one to the most similar request if the operation is recorded,
 * otherwise one that is built. IDs, and required variables of a scalar type, must be the same. Throws if there is none.
 */
export function findAnswer(document: string, variables: RecordedAnswer['variables']): string {
  const operation = operationName(document);
  if (!isRecorded(operation)) return JSON.stringify(buildAnswer(document, variables));
  const exact = [...document.matchAll(/\$(\w+): (?:ID|String|Int|CostDimension)!/g)];
  const names = exact.map(([, name = '']) => name);
  return JSON.stringify(closestRecorded(operation, variables, names));
}
