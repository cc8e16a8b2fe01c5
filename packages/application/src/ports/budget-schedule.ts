import type { FieldProblem, Instant } from '@kerf/core';
import type { DisruptionBudget } from '@kerf/engine';
import type { BudgetManifest } from '../domain/definition/node-pool-manifest.js';

/**
 * Evaluates a budget's schedule (UTC cron) at a time, so that the engine needs neither a clock nor
 * cron.
 */
export interface BudgetSchedule {
  resolve(budget: BudgetManifest, index: number, now: Instant): DisruptionBudget;
  /**
   * Returns a time until which the state at `now` holds; `null` if it never changes. It is earlier
   * than the next change of the state if very many windows follow each other without a gap.
   */
  holdsUntil(budget: BudgetManifest, now: Instant): Instant | null;
  /** Returns the first field that cannot be read, e.g. `schedule`, and why; `null` if all can. */
  problemOf(budget: BudgetManifest): FieldProblem | null;
}
