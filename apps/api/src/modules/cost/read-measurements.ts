import type { CostSeriesRequest, ReadQueries } from '@kerf/db';
import type { CostMeasurements } from './to-cost-series.js';

/** Input of a cost series. */
export async function readMeasurements(
  queries: ReadQueries,
  request: CostSeriesRequest,
): Promise<CostMeasurements> {
  const [points, coverage] = await Promise.all([
    queries.costSeries(request),
    queries.costCoverage(request),
  ]);
  return { points, coverage };
}
