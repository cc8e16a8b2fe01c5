import { z } from 'zod';
import { components, instant, list, whole, word } from '../../rest/wire.js';

const text = z.string();

export const budgetStatusResource = z
  .object({
    clusterId: text,
    nodePool: text,
    reason: word('DisruptionReason'),
    nodes: whole,
    disrupting: whole,
    allowed: whole,
    rule: z
      .object({
        index: whole,
        nodes: text,
        schedule: text.nullable(),
        duration: text.nullable(),
        reasons: list(word('DisruptionReason')),
      })
      .nullable(),
    changesAt: instant.nullable(),
  })
  .register(components, { id: 'BudgetStanding' });

export const budgetsResource = z
  .object({ asOf: instant, budgets: list(budgetStatusResource) })
  .register(components, { id: 'DisruptionBudgets' });
