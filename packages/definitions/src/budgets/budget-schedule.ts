import { type BudgetManifest, type BudgetSchedule, parseBudgetNodes } from '@kerf/application';
import { type DurationMs, type Instant, parseDuration } from '@kerf/core';
import type { DisruptionBudget } from '@kerf/engine';
import { type CronSchedule, parseCron } from './cron-schedule.js';

type BudgetState = Pick<DisruptionBudget, 'state' | 'changesAt'>;

const unreadable: BudgetState = { state: 'Unreadable', changesAt: null };

/**
 * A budget is active from each hit of its schedule for its duration, and always without one.
 * Source: karpenter pkg/apis/v1/nodepool.go Budget.IsActive. Differs: a schedule that never hits
 * (30 February) is active for ever there, and unreadable here; both allow no more than its nodes.
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

/** Windows that are followed: a year of daily ones, or a working day of one each minute. */
const maxWindows = 500;

/** When the windows that overlap or touch end at last; `null` when none of those followed does. */
function endOfWindows(cron: CronSchedule, opened: Instant, length: DurationMs): Instant | null {
  let end = opened + length;
  for (let window = 0; window < maxWindows; window += 1) {
    const last = cron.lastUntil(end);
    if (last === null || last + length <= end) return end;
    end = last + length;
  }
  return null;
}
