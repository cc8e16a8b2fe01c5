import type { LaunchRequest } from '@kerf/application';
import { awsLabelKeys } from '../instance-types/labels.js';

export type Tenancy = 'default' | 'dedicated';

/**
 * Returns the tenancy of the instance: shared hardware, unless its NodeClaim requires dedicated.
 */
export function tenancyOf({
  labels,
  requirements,
}: Pick<LaunchRequest, 'labels' | 'requirements'>): Tenancy {
  const excludesDefault = requirements.some(
    ({ key, operator, values }) =>
      key === awsLabelKeys.tenancy &&
      ((operator === 'In' && !values.includes('default')) ||
        (operator === 'NotIn' && values.includes('default'))),
  );
  return excludesDefault || labels[awsLabelKeys.tenancy] === 'dedicated' ? 'dedicated' : 'default';
}
