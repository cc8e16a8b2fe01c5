import type { ClusterId } from '@kerf/core';
import type pg from 'pg';
import { Prisma } from '../generated/client.js';
import { readMetric, snakeCase } from './metric-values.js';

const ofReports = Prisma.sql`JOIN cost_reports r ON r.cluster_id = c.id`;

/** The metrics of cost reports, in US dollars per hour. */
export class CostMetricQueries {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  costs(ids: readonly ClusterId[]) {
    return this.#figures(ids, 'costMicroUsdPerHour');
  }

  lowerBounds(ids: readonly ClusterId[]) {
    return this.#figures(ids, 'lowerBoundMicroUsdPerHour');
  }

  /** The parts of the difference between cost and lower bound, by cause. */
  heldBack(ids: readonly ClusterId[]) {
    return this.#byCause(ids, 'causes');
  }

  /** Returns the parts of the lower bounds, by cause. */
  boundParts(ids: readonly ClusterId[]) {
    return this.#byCause(ids, 'boundParts');
  }

  #byCause(ids: readonly ClusterId[], list: string) {
    return readMetric(this.#pool, ids, {
      labels: { cause: snakeCase(Prisma.sql`s->>'cause'`) },
      from: Prisma.sql`${ofReports} CROSS JOIN LATERAL jsonb_array_elements(r.report->${list}) AS s`,
      value: Prisma.sql`sum((s->>'microUsdPerHour')::float8 / 1000000)`,
    });
  }

  #figures(ids: readonly ClusterId[], figure: string) {
    return readMetric(this.#pool, ids, {
      labels: {},
      from: ofReports,
      value: Prisma.sql`sum((r.report->>${figure})::float8 / 1000000)`,
    });
  }
}
