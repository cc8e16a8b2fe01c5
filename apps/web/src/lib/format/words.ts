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
  UNHEALTHY: 'Unhealthy',
  UNKNOWN: 'Unknown',
};

/** Returns why a NodeClaim is terminated in words: `DeletedByUser` is “Deleted by user”. */
export const terminationReasonWords = (reason: string): string =>
  reason.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
