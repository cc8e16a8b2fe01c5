import type { FieldProblem, Instant } from '@kerf/core';
import {
  allowsNone,
  type BudgetedPool,
  budgetLimit,
  type DisruptionBudget,
  type DisruptionReason,
  disruptionReasons,
} from '@kerf/engine';
import type { BudgetManifest } from '../domain/definition/node-pool-manifest.js';
import type { BudgetSchedule } from '../ports/budget-schedule.js';

/** The parts of a NodePool on which its calendar depends. */
export interface CalendarPool {
  /** Nodes that percentages are of, as last counted. */
  readonly nodes: number;
  readonly budgets: readonly BudgetManifest[];
  /** The field of the NodePool's object that cannot be read, and why; `null` if all can be. */
  readonly unreadable: NonNullable<BudgetedPool['unreadable']> | null;
}

/** A period: from one instant until another, which is not part of it. */
export interface CalendarPeriod {
  readonly from: Instant;
  readonly to: Instant;
}

/** Whether budgets block each disruption, limit the number of nodes, or do neither. */
export const budgetIntervalStates = ['Blocked', 'Limited', 'Open'] as const;
/** One of {@link budgetIntervalStates}. */
export type BudgetIntervalState = (typeof budgetIntervalStates)[number];

/** A part of the period in which the same budget limits. */
export interface BudgetInterval extends CalendarPeriod {
  readonly state: BudgetIntervalState;
  /** Nodes that may be disrupted at once. */
  readonly permitted: number;
  /** Index of the budget that permits the fewest; `null` if none limits. */
  readonly limitingBudget: number | null;
}

/** The intervals of disruption reasons that have the same ones, in order and without gaps. */
export interface BudgetLane {
  readonly reasons: readonly DisruptionReason[];
  readonly intervals: readonly BudgetInterval[];
}

/** The disruptions that the budgets of a NodePool permit in a period. */
export interface BudgetCalendar {
  /** Empty if there are too many intervals, see `problems`. */
  readonly lanes: readonly BudgetLane[];
  /** Fields that cannot be read, which block each disruption, and schedules with too many windows. */
  readonly problems: readonly FieldProblem[];
}

/** A week of hourly windows has 337 intervals. */
export const maxBudgetIntervals = 400;
/** How often the end of windows without a gap is looked for again, 500 windows at a time. */
const maxContinuations = 4;

/** Returns the calendars of NodePools, which often have the same budgets: each is evaluated once. */
export function budgetCalendars(
  schedule: BudgetSchedule,
  period: CalendarPeriod,
): (pool: CalendarPool) => BudgetCalendar {
  const known = new Map<string, readonly DisruptionBudgetSince[] | null>();
  const statesOf = (budget: BudgetManifest) => {
    const key = JSON.stringify(budget);
    const found = known.get(key);
    if (found !== undefined) return found;
    const states = readStates(schedule, budget, period);
    known.set(key, states);
    return states;
  };
  return (pool) => {
    const states = pool.budgets.map(statesOf);
    const problems = problemsOf(schedule, pool, states);
    const readable = states.filter((each) => each !== null);
    const times = timesOf(period.from, readable);
    if (readable.length < states.length) return { lanes: [], problems };
    if (times.length > maxBudgetIntervals) {
      return { lanes: [], problems: [...problems, tooMany('spec.disruption.budgets')] };
    }
    return { lanes: lanesOf(pool, readable, [...times, period.to]), problems };
  };
}

/** The state of a budget from an instant until the next one. */
interface DisruptionBudgetSince {
  readonly from: Instant;
  readonly budget: DisruptionBudget;
}

/** Returns the states of a budget at its changes in the period; `null` if there are too many. */
function readStates(
  schedule: BudgetSchedule,
  budget: BudgetManifest,
  { from, to }: CalendarPeriod,
): readonly DisruptionBudgetSince[] | null {
  const states: DisruptionBudgetSince[] = [];
  let continuations = 0;
  let at: Instant | null = from;
  while (at !== null && at < to) {
    const resolved = schedule.resolve(budget, 0, at);
    if (states.at(-1)?.budget.state !== resolved.state) states.push({ from: at, budget: resolved });
    if (resolved.changesAt === null) continuations += 1;
    if (states.length > maxBudgetIntervals || continuations > maxContinuations) return null;
    at = resolved.changesAt ?? schedule.holdsUntil(budget, at);
  }
  return states;
}

function problemsOf(
  schedule: BudgetSchedule,
  { budgets, unreadable }: CalendarPool,
  states: readonly (readonly DisruptionBudgetSince[] | null)[],
): readonly FieldProblem[] {
  const ofPool =
    unreadable === null ? [] : [{ path: unreadable.field, message: unreadable.detail }];
  const ofBudgets = budgets.flatMap((budget, index): readonly FieldProblem[] => {
    const path = `spec.disruption.budgets[${index}]`;
    if (states[index] === null) return [tooMany(`${path}.schedule`)];
    const problem = schedule.problemOf(budget);
    return problem === null ? [] : [{ ...problem, path: `${path}.${problem.path}` }];
  });
  return [...ofPool, ...ofBudgets];
}

const tooMany = (path: string): FieldProblem => ({
  path,
  message: `has more than ${maxBudgetIntervals} windows in this period; choose a shorter period, or use fewer and longer windows`,
});

/** Returns the start of the period and the instants at which a budget changes, in order. */
const timesOf = (
  start: Instant,
  states: readonly (readonly DisruptionBudgetSince[])[],
): readonly Instant[] =>
  [...new Set([start, ...states.flatMap((each) => each.map(({ from }) => from))])].sort(
    (a, b) => a - b,
  );

/** Returns the intervals between the times, with reasons that have the same ones together. */
function lanesOf(
  pool: CalendarPool,
  states: readonly (readonly DisruptionBudgetSince[])[],
  times: readonly Instant[],
): readonly BudgetLane[] {
  const pools = poolsAt(pool, states, times.slice(0, -1));
  const lanes = new Map<string, BudgetLane>();
  for (const reason of disruptionReasons) {
    const limits = pools.map((at) => limitOf(at, reason, pool.nodes));
    const intervals = toIntervals(limits, times);
    const key = JSON.stringify(intervals);
    lanes.set(key, { reasons: [...(lanes.get(key)?.reasons ?? []), reason], intervals });
  }
  return [...lanes.values()];
}

/** Returns the NodePool as the engine evaluates it at each of the times, which are in order. */
function poolsAt(
  { unreadable }: CalendarPool,
  states: readonly (readonly DisruptionBudgetSince[])[],
  times: readonly Instant[],
): readonly BudgetedPool[] {
  const next = states.map(() => 0);
  return times.map((time) => ({
    ...(unreadable !== null && { unreadable }),
    disruption: {
      budgets: states.flatMap((each, index): readonly DisruptionBudget[] => {
        let position = next[index] ?? 0;
        while ((each[position]?.from ?? Number.POSITIVE_INFINITY) <= time) position += 1;
        next[index] = position;
        const current = each[position - 1];
        return current === undefined ? [] : [{ ...current.budget, index }];
      }),
    },
  }));
}

function limitOf(
  pool: BudgetedPool,
  reason: DisruptionReason,
  nodes: number,
): Omit<BudgetInterval, 'from' | 'to'> {
  const isBlocked = allowsNone(pool, reason);
  // Without nodes every percentage allows none: the budget that blocks is the one that allows none of one node.
  const counted = isBlocked ? Math.max(1, nodes) : nodes;
  const { permitted, limitingBudget, isUnlimited } = budgetLimit(pool, reason, counted);
  const allowing = isUnlimited ? 'Open' : 'Limited';
  return { state: isBlocked ? 'Blocked' : allowing, permitted, limitingBudget };
}

/** Returns the intervals between the times; one that continues the last one makes it longer. */
function toIntervals(
  limits: readonly Omit<BudgetInterval, 'from' | 'to'>[],
  times: readonly Instant[],
): readonly BudgetInterval[] {
  const intervals: BudgetInterval[] = [];
  for (const [index, limit] of limits.entries()) {
    const [from = 0, to = 0] = times.slice(index, index + 2);
    const last = intervals.at(-1);
    const continues =
      last !== undefined &&
      last.state === limit.state &&
      last.permitted === limit.permitted &&
      last.limitingBudget === limit.limitingBudget;
    if (continues) intervals.pop();
    intervals.push({ ...limit, from: continues ? last.from : from, to });
  }
  return intervals;
}
