import { disruptionReasons } from '@kerf/engine';
import { z } from 'zod';
import { isCronSchedule } from '../budgets/cron-schedule.js';
import { noViolation, violationAt, withRules } from './schema-with-rules.js';

/** Hours and minutes only, because schedules have a resolution of minutes. */
const budgetDuration = /^([0-9]{1,6}h([0-9]{1,6}m)?|[0-9]{1,6}m)(0s)?$/;

export const budget = withRules(
  z.strictObject({
    nodes: z
      .string()
      .regex(/^((100|[0-9]{1,2})%|[0-9]{1,9})$/, 'is neither a percentage such as 10% nor a number')
      .default('10%')
      .describe('Number or percentage of nodes of the NodePool that may be disrupted at once.'),
    schedule: z
      .string()
      .max(256)
      .regex(
        /^(@(annually|yearly|monthly|weekly|daily|midnight|hourly)|[^ ]+( +[^ ]+){4})$/,
        'is neither five cron fields such as 0 9 * * 1-5 nor a macro such as @daily; times are UTC',
      )
      .describe('Cron schedule in UTC on which the budget becomes active.')
      .exactOptional(),
    duration: z
      .string()
      .regex(budgetDuration, 'is not a duration in h and m such as 8h or 1h30m (a day is 24h)')
      .describe('Duration of the budget after each hit of the schedule.')
      .exactOptional(),
    reasons: withRules(z.array(z.enum(disruptionReasons)).max(50))
      .ruleOverItems({
        code: 'VALUE_INVALID',
        message: 'each reason may occur once',
        cel: null,
        violations: (reasons) =>
          new Set(reasons).size === reasons.length ? noViolation : violationAt(),
      })
      .schema.meta({ 'x-kubernetes-list-type': 'set' })
      .describe('Reasons that the budget applies to; all if absent.')
      .exactOptional(),
  }),
)
  .presence<'schedule' | 'duration'>({
    code: 'BUDGET_WINDOW_INCOMPLETE',
    message: 'schedule and duration must be set together',
    cel: 'has(self.schedule) == has(self.duration)',
    violations: (keysOf) =>
      (keysOf('schedule') === null) === (keysOf('duration') === null)
        ? noViolation
        : violationAt(keysOf('schedule') === null ? 'duration' : 'schedule'),
  })
  .rule(['schedule'], {
    code: 'SCHEDULE_INVALID',
    message:
      'the schedule must have five cron fields (minute 0-59, hour 0-23, day 1-31, month 1-12 or JAN-DEC, weekday 0-6 or SUN-SAT) that match some day, or be a macro such as @daily; times are UTC',
    cel: null,
    violations: ({ schedule }) =>
      schedule === undefined || isCronSchedule(schedule) ? noViolation : violationAt('schedule'),
  }).schema;
