import { labelKeys } from '@kerf/core';
import { requirementOperators } from '@kerf/engine';
import { z } from 'zod';
import { suggestion } from '../findings/nearest.js';
import { labelKey, labelValue, qualifiedName } from './primitives.js';
import { type ItemRule, noViolation, violationAt, withRules } from './schema-with-rules.js';
import { isWellKnown, wellKnownLabels } from './well-known-labels.js';

const ownDomains = /^([^/]*[.])?karpenter[.](sh|k8s[.]aws)\//;

/** Labels that a NodePool must not set or constrain, because Karpenter sets them. */
const isRestricted = (key: string): boolean =>
  key === labelKeys.hostname || (ownDomains.test(key) && !isWellKnown(key));

const restrictedMessage =
  'labels of karpenter.sh and karpenter.k8s.aws except the well-known ones, and kubernetes.io/hostname, are restricted';
const ownWellKnown = wellKnownLabels.filter((key) => ownDomains.test(key));

const restrictedCel = (key: string): string =>
  `${key} != '${labelKeys.hostname}' && (${key} in [${ownWellKnown.map((label) => `'${label}'`).join(', ')}] || !${key}.matches('${ownDomains.source.replace('\\/', '/')}'))`;

const bounds: readonly string[] = ['Gt', 'Lt', 'Gte', 'Lte'];
const wholeNumber = /^[0-9]{1,15}$/;

/** Labels of a NodePool's template. */
export const templateLabels = withRules(z.record(labelKey, labelValue).meta({ maxProperties: 100 }))
  // zod checks keys itself; the API server needs a rule.
  .celOnly({
    rule: `self.all(k, k.size() <= 316 && k.matches('${qualifiedName.source.replaceAll('\\/', '/')}'))`,
    message: 'each key must be a label key such as team or example.com/team',
  })
  .ruleOverItems({
    code: 'OUT_OF_RANGE',
    message: 'at most 100 labels can be set',
    cel: null,
    violations: (labels) => (Object.keys(labels).length > 100 ? violationAt() : noViolation),
  })
  .ruleOverItems({
    code: 'LABEL_RESTRICTED',
    message: restrictedMessage,
    cel: `self.all(k, ${restrictedCel('k')})`,
    violations: (labels) =>
      Object.keys(labels)
        .filter(isRestricted)
        .map((key) => ({ path: [key], detail: suggestion(key, wellKnownLabels) })),
  }).schema;

const requirementFields = {
  key: labelKey.describe('Key of the label.'),
  operator: z.enum(requirementOperators).describe('Relation between the label and the values.'),
  values: z
    .array(labelValue)
    .describe('Values of In and NotIn; one whole number for Gt, Lt, Gte and Lte.')
    .exactOptional(),
};

const boundNeedsNumber: ItemRule<{
  readonly operator: string;
  readonly values?: readonly string[];
}> = {
  code: 'REQUIREMENT_VALUES_INVALID',
  message: 'Gt, Lt, Gte and Lte require exactly one value, a whole number that is not negative',
  cel: `!(self.operator in ['Gt', 'Lt', 'Gte', 'Lte']) || (has(self.values) && self.values.size() == 1 && self.values[0].matches('${wholeNumber.source}'))`,
  violations: ({ operator, values = [] }, isValid) =>
    bounds.includes(operator) &&
    (values.length !== 1 || (isValid('values', 0) && !wholeNumber.test(values[0] ?? '')))
      ? violationAt('values')
      : noViolation,
};

/** A requirement on any label, with its syntax checked. */
const anyRequirement = withRules(
  z.strictObject({
    ...requirementFields,
    minValues: z
      .int()
      .min(1)
      .max(50)
      .describe('Minimum number of different values that must be available.')
      .exactOptional(),
  }),
)
  .ruleOverItemsOf(['operator', 'values'], {
    code: 'REQUIREMENT_VALUES_INVALID',
    message: 'In requires at least one value',
    cel: "self.operator != 'In' || (has(self.values) && self.values.size() > 0)",
    violations: ({ operator, values = [] }) =>
      operator === 'In' && values.length === 0 ? violationAt('values') : noViolation,
  })
  .ruleOverItemsOf(['operator', 'values'], boundNeedsNumber)
  .ruleOverItemsOf(['operator', 'values', 'minValues'], {
    code: 'MIN_VALUES_UNMET',
    message: 'In requires at least minValues values',
    cel: "!has(self.minValues) || self.operator != 'In' || (has(self.values) && self.values.size() >= self.minValues)",
    violations: ({ operator, values = [], minValues = 0 }, isValid) =>
      operator === 'In' && isValid('minValues') && values.length < minValues
        ? violationAt('minValues')
        : noViolation,
  });

/** A requirement of a NodeClaim, which may have Karpenter's labels. */
export const claimRequirement = anyRequirement.schema;

/** A requirement in a user's manifest. */
export const requirement = anyRequirement.rule(['key'], {
  code: 'LABEL_RESTRICTED',
  message: restrictedMessage,
  cel: restrictedCel('self.key'),
  violations: ({ key }) =>
    isRestricted(key) ? [{ path: ['key'], detail: suggestion(key, wellKnownLabels) }] : noViolation,
}).schema;

/** A requirement of a NodeOverlay, which may select by any label, including Karpenter's. */
export const overlayRequirement = withRules(z.strictObject(requirementFields))
  .ruleOverItemsOf(['operator', 'values'], {
    code: 'REQUIREMENT_VALUES_INVALID',
    message: 'In and NotIn require at least one value',
    cel: "!(self.operator in ['In', 'NotIn']) || (has(self.values) && self.values.size() > 0)",
    violations: ({ operator, values = [] }) =>
      (operator === 'In' || operator === 'NotIn') && values.length === 0
        ? violationAt('values')
        : noViolation,
  })
  .ruleOverItemsOf(['operator', 'values'], boundNeedsNumber).schema;
