import type { CostQueries, CostSeriesRequest } from '@kerf/db';
import type { CostMeasurements } from './to-cost-series.js';

/** Input of a cost series. */
export async function readMeasurements(
  costQueries: CostQueries,
  request: CostSeriesRequest,
): Promise<CostMeasurements> {
  const [points, coverage] = await Promise.all([
    costQueries.series(request),
    costQueries.coverage(request),
  ]);
  return { points, coverage };
}
