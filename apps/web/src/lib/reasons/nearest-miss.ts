import type { PoolRejectionFieldsFragment } from '../../gql/graphql.js';
import { formatAmount, formatNamedAmount } from '../format/quantity.js';

export type NearestMiss = NonNullable<PoolRejectionFieldsFragment['nearest']>;

/** `m5.large: 64 CPU asked for, 1.9 CPU there`. */
export function nearestWords({ instanceType, shortages }: NearestMiss): string {
  const lacks = shortages.map(
    ({ resource, requested, allocatable }) =>
      `${formatNamedAmount(resource, requested)} asked for, ${formatAmount(resource, allocatable)} there`,
  );
  return `${instanceType}: ${lacks.join('; ')}`;
}
