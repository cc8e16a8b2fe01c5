import type { PodConnectionResolvers } from '../../generated/resolver-types.js';

export const podConnectionFields: Required<Pick<PodConnectionResolvers, 'totals'>> = {
  totals: ({ readTotals }) => readTotals(),
};
