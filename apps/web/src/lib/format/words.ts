import type { CapacityType, DisruptionReason } from '../../gql/graphql.js';

export const capacityTypeWords: Readonly<Record<CapacityType, string>> = {
  ON_DEMAND: 'on-demand',
  SPOT: 'spot',
  RESERVED: 'reserved',
  UNKNOWN: 'unknown',
};

export const disruptionReasonWords: Readonly<Record<DisruptionReason, string>> = {
  EMPTY: 'Empty',
  UNDERUTILIZED: 'Underutilized',
  DRIFTED: 'Drifted',
  UNKNOWN: 'Unknown',
};

/** `a, b and c`. */
export function joinWords(words: readonly string[], last = 'and'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}
