import type { CostSeriesRequest, ReadQueries } from '@kerf/db';
import type { CostMeasurements } from './to-cost-series.js';

/** What a series is made of. */
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
