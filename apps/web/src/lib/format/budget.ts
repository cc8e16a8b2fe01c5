import { countOf, joinWords } from '@kerf/core';
import type { BudgetFieldsFragment } from '../../gql/graphql.js';
import { disruptionReasonWords } from './words.js';

type LimitingBudget = NonNullable<BudgetFieldsFragment['limitingBudget']>;

/** `Budget 2: 0 nodes, Mon–Fri from 09:00 UTC for 8h`. */
export function describeBudget(budget: LimitingBudget | null): string {
  if (budget === null) return 'None';
  const nodes = budget.nodes.endsWith('%')
    ? `${budget.nodes} of nodes`
    : countOf(Number(budget.nodes), 'node');
  const reasons =
    budget.reasons.length === 0
      ? ''
      : ` for ${joinWords(budget.reasons.map((reason) => disruptionReasonWords[reason]))}`;
  return `Budget ${budget.index + 1}: ${nodes}${reasons}${describeWindow(budget)}`;
}

function describeWindow({ schedule, duration }: LimitingBudget): string {
  if (schedule === null) return '';
  const length = duration === null ? '' : ` for ${duration}`;
  return `, ${describeSchedule(schedule)}${length}`;
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const macros: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
};

/** Returns a common cron schedule in words, and any other unchanged. Schedules use UTC. */
export function describeSchedule(schedule: string): string {
  const match = commonSchedule.exec((macros[schedule] ?? schedule).trim());
  const [, minute = '', hour = '', weekdays = ''] = match ?? [];
  if (match === null || (hour === '*' && weekdays !== '*')) return `cron ${schedule} UTC`;
  if (hour === '*') return `every hour at :${minute.padStart(2, '0')}`;
  const clock = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')} UTC`;
  return `${describeWeekdays(weekdays)} from ${clock}`;
}

/** Minute and hour as numbers, every day of every month, and one weekday or a range of weekdays. */
const commonSchedule = /^(\d{1,2})\s+(\d{1,2}|\*)\s+\*\s+\*\s+(\*|[0-7](?:-[0-7])?)$/;

function describeWeekdays(field: string): string {
  if (field === '*') return 'daily';
  const names = field.split('-').map((day) => days[Number(day) % 7] ?? day);
  return names.join('–');
}
