import type { DurationMs } from '@kerf/core';
import type { Decision } from '../domain/decision/decision.js';
import { done, type JobOutcome, waitFor } from '../domain/use-case-outcome.js';
import type { Ports } from '../ports/ports.js';
import { supersede } from '../recording/supersede.js';

/** An approved decision is looked at again at least this often. */
const maxWaitMs: DurationMs = 60_000;

/**
 * Returns what to do with an approved decision outside its maintenance window: wait for it, or stop
 * because it has passed; `null` if execution may start now.
 */
export async function waitForWindow(
  ports: Pick<Ports, 'store' | 'clock'>,
  decision: Decision,
): Promise<JobOutcome | null> {
  const window = decision.approval?.window ?? null;
  const now = ports.clock.now();
  if (window === null || (now >= window.from && now < window.until)) return null;
  if (now < window.from) return waitFor(Math.min(window.from - now, maxWaitMs));
  await ports.store.transaction((tx) =>
    supersede(ports, tx, decision, { detail: 'its maintenance window has passed' }),
  );
  return done;
}
