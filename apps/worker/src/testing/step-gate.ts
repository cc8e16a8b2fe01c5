import type { Database } from '@kerf/db';

type Pool = Database['pool'];

/** An arbitrary number that nothing else in the database locks. */
const lockKey = 4_711_110_815;

/**
 * A step is a new state of a row. The trigger writes the step to the connection's application name,
 * where other sessions can read it, and waits for a lock that the gate holds.
 */
const triggers = `
  CREATE TABLE step_gate_passed (step text PRIMARY KEY);
  CREATE TABLE step_gate_only (step text PRIMARY KEY);
  CREATE FUNCTION step_gate_step(name text, entry jsonb) RETURNS text LANGUAGE sql AS $$
    SELECT concat_ws(' ', name, entry->>'kind', entry->>'state', nullif(entry->>'execution_step', 'None'))
  $$;
  CREATE FUNCTION step_gate() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    held text := CASE TG_OP WHEN 'UPDATE' THEN step_gate_step(TG_TABLE_NAME, to_jsonb(OLD)) END;
    wanted text := step_gate_step(TG_TABLE_NAME, to_jsonb(NEW));
  BEGIN
    IF wanted IS DISTINCT FROM held
      AND NOT EXISTS (SELECT FROM step_gate_passed WHERE step = wanted)
      AND (NOT EXISTS (SELECT FROM step_gate_only)
        OR EXISTS (SELECT FROM step_gate_only WHERE step = wanted)) THEN
      PERFORM set_config('application_name', 'gate ' || wanted, false);
      PERFORM pg_advisory_xact_lock(${lockKey});
    END IF;
    RETURN NEW;
  END $$;
  ${['scheduling_batches', 'decisions', 'node_claims']
    .map(
      (table) => `CREATE TRIGGER step_gate BEFORE INSERT OR UPDATE ON ${table}
        FOR EACH ROW EXECUTE FUNCTION step_gate();`,
    )
    .join('\n')}
`;

/**
 * Blocks the first write of each step inside Postgres, in the middle of the transaction. The worker
 * can then be killed after everything before the step and before the step itself. The worker's code
 * is unchanged.
 */
export class StepGate {
  readonly #pool: Pool;
  /** Releases the lock. */
  readonly open: () => void;

  private constructor(pool: Pool, open: () => void) {
    this.#pool = pool;
    this.open = open;
  }

  /** @param only blocks these steps only; by default all steps */
  static async close(pool: Pool, only: readonly string[] = []): Promise<StepGate> {
    const holder = await pool.connect();
    await holder.query('SELECT pg_advisory_lock($1)', [lockKey]);
    await pool.query(triggers);
    await pool.query('INSERT INTO step_gate_only SELECT unnest($1::text[])', [only]);
    return new StepGate(pool, () => holder.release(true));
  }

  /** Returns the step whose write is blocked; `null` if there is none. */
  async waiting(): Promise<string | null> {
    const { rows } = await this.#pool.query<{ readonly name: string }>(
      `SELECT application_name AS name FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'advisory'
         -- A backend that was told to end is listed until it has ended.
         AND application_name NOT IN (SELECT 'gate ' || step FROM step_gate_passed)
       ORDER BY state_change LIMIT 1`,
    );
    return rows[0]?.name.replace(/^gate /, '') ?? null;
  }

  /** Lets the step through from now on. The blocked transaction of a dead worker is rolled back. */
  async pass(step: string): Promise<void> {
    await this.#pool.query('INSERT INTO step_gate_passed VALUES ($1)', [step]);
    await this.#pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event = 'advisory'`,
    );
  }
}
