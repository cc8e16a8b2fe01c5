import type { NearestMissFieldsFragment } from '../../gql/graphql.js';
import { formatAmount, formatNamedAmount } from '../format/quantity.js';

/** `m5.large: 64 CPU requested, 1.9 CPU allocatable`. */
export function nearestWords({ instanceType, shortages }: NearestMissFieldsFragment): string {
  const lacks = shortages.map(
    ({ resource, requested, allocatable }) =>
      `${formatNamedAmount(resource, requested)} requested, ${formatAmount(resource, allocatable)} allocatable`,
  );
  return `${instanceType}: ${lacks.join('; ')}`;
}
