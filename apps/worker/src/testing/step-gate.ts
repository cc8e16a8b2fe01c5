import type { Database } from '@kerf/db';

type Pool = Database['pool'];

/** Any number that nothing else in the database locks. */
const lockKey = 4_711_110_815;

/**
 * A step is a state that a row is about to get. The trigger says which one in the connection's
 * name, where others can read it, and waits for a lock that the gate never gives back.
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
 * Holds up whoever persists a step for the first time, inside Postgres and in the midst of the
 * transaction: the worker can be killed there at leisure, after everything that comes before the
 * step and before the step itself. The worker's own code knows nothing of it.
 */
export class StepGate {
  readonly #pool: Pool;
  /** Gives the lock back. */
  readonly open: () => void;

  private constructor(pool: Pool, open: () => void) {
    this.#pool = pool;
    this.open = open;
  }

  /** @param only hold up these steps and no others; left out, all of them */
  static async close(pool: Pool, only: readonly string[] = []): Promise<StepGate> {
    const holder = await pool.connect();
    await holder.query('SELECT pg_advisory_lock($1)', [lockKey]);
    await pool.query(triggers);
    await pool.query('INSERT INTO step_gate_only SELECT unnest($1::text[])', [only]);
    return new StepGate(pool, () => holder.release(true));
  }

  /** The step that somebody waits to persist; `null` while nobody does. */
  async waiting(): Promise<string | null> {
    const { rows } = await this.#pool.query<{ readonly name: string }>(
      `SELECT application_name AS name FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'advisory'
       ORDER BY state_change LIMIT 1`,
    );
    return rows[0]?.name.replace(/^gate /, '') ?? null;
  }

  /** Lets the step through from now on; what a dead worker left waiting is undone. */
  async pass(step: string): Promise<void> {
    await this.#pool.query('INSERT INTO step_gate_passed VALUES ($1)', [step]);
    await this.#pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event = 'advisory'`,
    );
  }
}
