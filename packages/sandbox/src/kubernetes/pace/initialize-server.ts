import type { SandboxClock } from '../../world/time/sandbox-clock.js';
import type { ApiRefusals } from '../server/faults/api-refusals.js';

/**
 * Time after a start for which a server responds with 403, because its RBAC rules are not loaded,
 * and after that with 429, because its caches are not filled.
 */
export const rulesLoadedAfterMs = 1_000;
const cachesFilledAfterMs = 1_000;

/** Refuses requests as a server that has just started. */
export function refuseWhileStarting(refusals: ApiRefusals, clock: SandboxClock): void {
  refusals.set('Forbidden');
  clock.after(rulesLoadedAfterMs, () => {
    // A scenario may have set another refusal meanwhile.
    if (refusals.current !== 'Forbidden') return;
    refusals.set('Initializing');
    clock.after(cachesFilledAfterMs, () => {
      if (refusals.current === 'Initializing') refusals.set(null);
    });
  });
}
