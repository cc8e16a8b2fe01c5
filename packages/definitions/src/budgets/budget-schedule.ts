import { type BudgetManifest, type BudgetSchedule, parseBudgetNodes } from '@kerf/application';
import { type DurationMs, type FieldProblem, type Instant, parseDuration } from '@kerf/core';
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
    holdsUntil,
    problemOf,
  };
}

function readBudgetState(budget: BudgetManifest, now: Instant): BudgetState {
  if (isAlwaysActive(budget)) return { state: 'Active', changesAt: null };
  const windows = readWindows(budget);
  if (windows === null) return unreadable;
  const { cron, length } = windows;
  const opened = openedAt(windows, now);
  if (opened === null) return { state: 'Inactive', changesAt: cron.nextAfter(now) };
  const { at, isEnd } = endOfWindows(cron, opened, length);
  return { state: 'Active', changesAt: isEnd ? at : null };
}

function holdsUntil(budget: BudgetManifest, now: Instant): Instant | null {
  const windows = parseBudgetNodes(budget.nodes) === null ? null : readWindows(budget);
  if (windows === null) return null;
  const { cron, length } = windows;
  const opened = openedAt(windows, now);
  return opened === null ? cron.nextAfter(now) : endOfWindows(cron, opened, length).at;
}

function problemOf(budget: BudgetManifest): FieldProblem | null {
  const { nodes, schedule, duration } = budget;
  if (parseBudgetNodes(nodes) === null) {
    return { path: 'nodes', message: `${nodes} is neither a percentage such as 10% nor a number` };
  }
  if (isAlwaysActive(budget)) return null;
  if (schedule === undefined || parseCron(schedule) === null) {
    const message = `${schedule ?? 'none'} is not a cron schedule in UTC such as 0 9 * * 1-5`;
    return { path: 'schedule', message };
  }
  const isRead = parseDuration(duration ?? '').ok;
  return isRead
    ? null
    : { path: 'duration', message: `${duration ?? 'none'} is not a duration such as 8h` };
}

const isAlwaysActive = ({ schedule, duration }: BudgetManifest): boolean =>
  schedule === undefined && duration === undefined;

interface Windows {
  readonly cron: CronSchedule;
  readonly length: DurationMs;
}

/** Returns the windows of a budget; `null` without any, or if they cannot be read. */
function readWindows({ schedule, duration }: BudgetManifest): Windows | null {
  const cron = schedule === undefined ? null : parseCron(schedule);
  const length = parseDuration(duration ?? '');
  return cron === null || !length.ok ? null : { cron, length: length.value };
}

/** Returns the start of the last window that is open; `null` if none is. */
function openedAt({ cron, length }: Windows, now: Instant): Instant | null {
  const opened = cron.lastUntil(now);
  return opened !== null && now < opened + length ? opened : null;
}

/** Maximum number of windows to check: a year of daily ones, or a working day of one per minute. */
const maxWindows = 500;

/**
 * Returns the end of a series of overlapping or adjacent windows, or the end of the last one that was
 * checked.
 */
function endOfWindows(
  cron: CronSchedule,
  opened: Instant,
  length: DurationMs,
): { readonly at: Instant; readonly isEnd: boolean } {
  let at = opened + length;
  for (let window = 0; window < maxWindows; window += 1) {
    const last = cron.lastUntil(at);
    if (last === null || last + length <= at) return { at, isEnd: true };
    at = last + length;
  }
  return { at, isEnd: false };
}
