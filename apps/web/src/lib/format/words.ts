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
