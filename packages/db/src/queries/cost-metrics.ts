import type { ClusterId } from '@kerf/core';
import type pg from 'pg';
import { Prisma } from '../generated/client.js';
import { text } from '../tables/columns.js';
import { labelled, readValues } from './metric-values.js';

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

  #byCause(ids: readonly ClusterId[], list: string) {
    return readValues(
      this.#pool,
      ids,
      labelled({ cause: text }),
      Prisma.sql`
        SELECT jsonb_build_object('cluster', c.name, 'cause',
          lower(regexp_replace(s->>'cause', '([a-z])([A-Z])', '\\1_\\2', 'g'))) AS labels,
          (s->>'microUsdPerHour')::float8 / 1000000 AS value
        FROM cost_reports r JOIN clusters c ON c.id = r.cluster_id
        CROSS JOIN LATERAL jsonb_array_elements(r.report->${list}) AS s
        WHERE c.id = ANY(${ids})`,
    );
  }

  /** Returns the parts of the lower bounds, by cause. */
  boundParts(ids: readonly ClusterId[]) {
    return this.#byCause(ids, 'boundParts');
  }

  #figures(ids: readonly ClusterId[], figure: string) {
    return readValues(
      this.#pool,
      ids,
      labelled({}),
      Prisma.sql`
        SELECT jsonb_build_object('cluster', c.name) AS labels,
          (r.report->>${figure})::float8 / 1000000 AS value
        FROM cost_reports r JOIN clusters c ON c.id = r.cluster_id WHERE c.id = ANY(${ids})`,
    );
  }
}
