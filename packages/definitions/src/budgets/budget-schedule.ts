import { type BudgetManifest, type BudgetSchedule, parseBudgetNodes } from '@kerf/application';
import { type DurationMs, type Instant, parseDuration } from '@kerf/core';
import type { DisruptionBudget } from '@kerf/engine';
import { type CronSchedule, parseCron } from './cron-schedule.js';

type BudgetState = Pick<DisruptionBudget, 'state' | 'changesAt'>;

const unreadable: BudgetState = { state: 'Unreadable', changesAt: null };

/**
 * Creates the budget schedule. A budget is active from each match of its schedule for its duration,
 * and always without a schedule.
 * Source: karpenter pkg/apis/v1/nodepool.go Budget.IsActive. Differs: a schedule that never matches
 * (30 February) is always active there and unreadable here; both allow at most its nodes.
 */
export function createBudgetSchedule(): BudgetSchedule {
  return {
    resolve(budget, index, now) {
      const max = parseBudgetNodes(budget.nodes);
      const status = max === null ? unreadable : readBudgetState(budget, now);
      return {
        max: max ?? { kind: 'Count', value: 0 },
        reasons: budget.reasons ?? [],
        index,
        ...status,
      };
    },
  };
}

function readBudgetState(budget: BudgetManifest, now: Instant): BudgetState {
  const { schedule, duration } = budget;
  if (schedule === undefined && duration === undefined) {
    return { state: 'Active', changesAt: null };
  }
  const cron = schedule === undefined ? null : parseCron(schedule);
  const length = parseDuration(duration ?? '');
  if (cron === null || !length.ok) return unreadable;
  const opened = cron.lastUntil(now);
  return opened !== null && now < opened + length.value
    ? { state: 'Active', changesAt: endOfWindows(cron, opened, length.value) }
    : { state: 'Inactive', changesAt: cron.nextAfter(now) };
}

/** Maximum number of windows to check: a year of daily ones, or a working day of one per minute. */
const maxWindows = 500;

/**
 * Returns the end of a series of overlapping or adjacent windows; `null` if it is not found within
 * the maximum.
 */
function endOfWindows(cron: CronSchedule, opened: Instant, length: DurationMs): Instant | null {
  let end = opened + length;
  for (let window = 0; window < maxWindows; window += 1) {
    const last = cron.lastUntil(end);
    if (last === null || last + length <= end) return end;
    end = last + length;
  }
  return null;
}
