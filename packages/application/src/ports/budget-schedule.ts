import type { Instant } from '@kerf/core';
import type { DisruptionBudget } from '@kerf/engine';
import type { BudgetManifest } from '../domain/definition/node-pool-manifest.js';

/**
 * Evaluates a budget's schedule (UTC cron) at a time, so that the engine needs neither a clock nor
 * cron.
 */
export interface BudgetSchedule {
  resolve(budget: BudgetManifest, index: number, now: Instant): DisruptionBudget;
}
