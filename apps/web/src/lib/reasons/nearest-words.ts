import type { NearestMissFieldsFragment } from '../../gql/graphql.js';
import { formatAmount, formatNamedAmount } from '../format/quantity.js';

/** `m5.large: 64 CPU asked for, 1.9 CPU there`. */
export function nearestWords({ instanceType, shortages }: NearestMissFieldsFragment): string {
  const lacks = shortages.map(
    ({ resource, requested, allocatable }) =>
      `${formatNamedAmount(resource, requested)} asked for, ${formatAmount(resource, allocatable)} there`,
  );
  return `${instanceType}: ${lacks.join('; ')}`;
}
