import { type FieldError, invalid } from '../../schema/field-error.js';
import { kinds } from '../kind.js';
import type { IntOrString } from '../types/common.js';
import type { PodDisruptionBudget } from '../types/workload.js';
import { defineRules } from './define-rules.js';

export const podDisruptionBudgetRules = defineRules(
  kinds.podDisruptionBudget,
  {
    setDefaults: (budget) => ({ ...budget, spec: budget.spec ?? {} }),
    initialStatus: () => ({
      disruptionsAllowed: 0,
      currentHealthy: 0,
      desiredHealthy: 0,
      expectedPods: 0,
    }),
    validate,
  },
  { countsGenerations: true, allowsUnconditionalUpdate: false },
);

function validate({ spec }: PodDisruptionBudget): readonly FieldError[] {
  const { minAvailable, maxUnavailable } = spec;
  const both = minAvailable !== undefined && maxUnavailable !== undefined;
  return [
    ...(both
      ? [invalid('spec', 'both', 'minAvailable and maxUnavailable cannot be both set')]
      : []),
    ...validateAmount('spec.minAvailable', minAvailable),
    ...validateAmount('spec.maxUnavailable', maxUnavailable),
  ];
}

function validateAmount(field: string, value: IntOrString | undefined): readonly FieldError[] {
  if (value === undefined) return [];
  if (typeof value === 'number') {
    return value < 0 ? [invalid(field, value, 'must be greater than or equal to 0')] : [];
  }
  if (!/^\d+%$/.test(value)) {
    const detail =
      "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%', or '93%', regex used for validation is '[0-9]+%')";
    return [invalid(field, value, detail)];
  }
  return Number.parseInt(value, 10) > 100
    ? [invalid(field, value, 'must not be greater than 100%')]
    : [];
}
