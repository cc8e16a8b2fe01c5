import type { Instant } from '@kerf/core';
import type { DisruptionBudget } from '@kerf/engine';
import type { BudgetManifest } from '../domain/definition/node-pool-manifest.js';

/** Reads a budget's schedule (UTC cron) at an instant, so that the engine needs no clock or cron. */
export interface BudgetSchedule {
  resolve(budget: BudgetManifest, index: number, now: Instant): DisruptionBudget;
}
