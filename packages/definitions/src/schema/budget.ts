import { disruptionReasons } from '@kerf/engine';
import { z } from 'zod';
import { isCronSchedule } from '../budgets/cron-schedule.js';
import { noOffence, offendsAt, ruled } from './ruled.js';

/** Hours and minutes only, as budgets are opened by the minute. */
const budgetDuration = /^([0-9]{1,6}h([0-9]{1,6}m)?|[0-9]{1,6}m)(0s)?$/;

export const budget = ruled(
  z.strictObject({
    nodes: z
      .string()
      .regex(/^((100|[0-9]{1,2})%|[0-9]{1,9})$/, 'is neither a share such as 10% nor a number')
      .default('10%')
      .describe('How many nodes of the pool may be disrupted at once: a number, or a share.'),
    schedule: z
      .string()
      .max(256)
      .regex(
        /^(@(annually|yearly|monthly|weekly|daily|midnight|hourly)|[^ ]+( +[^ ]+){4})$/,
        'is not a schedule such as 0 9 * * 1-5 or @daily',
      )
      .describe('Cron schedule in UTC on which the budget becomes active.')
      .exactOptional(),
    duration: z
      .string()
      .regex(budgetDuration, 'is not a length in hours and minutes such as 8h or 1h30m')
      .describe('How long the budget is active after each hit of the schedule.')
      .exactOptional(),
    reasons: ruled(z.array(z.enum(disruptionReasons)).max(50))
      .ruleOverItems({
        code: 'VALUE_INVALID',
        message: 'each reason may be named once',
        cel: null,
        offences: (reasons) => (new Set(reasons).size === reasons.length ? noOffence : offendsAt()),
      })
      .schema.meta({ 'x-kubernetes-list-type': 'set' })
      .describe('Reasons that the budget is for; all when left out.')
      .exactOptional(),
  }),
)
  .presence<'schedule' | 'duration'>({
    code: 'BUDGET_WINDOW_INCOMPLETE',
    message: 'schedule and duration make a window together; set both or neither',
    cel: 'has(self.schedule) == has(self.duration)',
    offences: (keysOf) =>
      (keysOf('schedule') === null) === (keysOf('duration') === null)
        ? noOffence
        : offendsAt(keysOf('schedule') === null ? 'duration' : 'schedule'),
  })
  .rule(['schedule'], {
    code: 'SCHEDULE_INVALID',
    message:
      'the schedule must be five fields of cron (minute, hour, day, month, weekday 0-6) that some day fulfils, or a word such as @daily; times are UTC',
    cel: null,
    offences: ({ schedule }) =>
      schedule === undefined || isCronSchedule(schedule) ? noOffence : offendsAt('schedule'),
  }).schema;
