import { parseQuantity } from '@kerf/core';
import { z } from 'zod';
import { noViolation, type SchemaWithRules, violationAt, withRules } from './schema-with-rules.js';

// Patterns are also used in the CRDs, so they are limited to Go's RE2. They avoid nested
// repetitions of the same text, which JavaScript matches slowly.

const dnsLabel = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const namePart = '[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?';
const wholeUnits = '[0-9]{1,9}';

export const qualifiedName = new RegExp(`^(${dnsLabel}([.]${dnsLabel})*/)?${namePart}$`);
export const dnsSubdomain = new RegExp(`^${dnsLabel}([.]${dnsLabel})*$`);

const durationText = `${wholeUnits}h(${wholeUnits}m)?(${wholeUnits}s)?|${wholeUnits}m(${wholeUnits}s)?|${wholeUnits}s`;

const aDuration = 'a duration in h, m and s such as 30s, 1h30m or 720h (a day is 24h)';

/** Key of a label, annotation or taint. */
export const labelKey = z
  .string()
  .min(1)
  .max(316)
  .regex(qualifiedName, 'is not a label key such as team or example.com/team');

export const labelValue = z
  .string()
  .max(63)
  .regex(
    new RegExp(`^(${namePart})?$`),
    'is not a label value: letters, digits, - _ . inside, at most 63',
  );

export const duration = z.string().regex(new RegExp(`^(${durationText})$`), `is not ${aDuration}`);

export const durationOrNever = z
  .string()
  .regex(new RegExp(`^(${durationText}|Never)$`), `is neither ${aDuration} nor Never`);

/** Marks quantities in the custom resource, which may be unquoted numbers too. */
export const quantityKey = 'x-kubernetes-int-or-string';

const amount = /^([0-9]+([.][0-9]*)?|[.][0-9]+)([numkMGTPE]|[KMGTPE]i|[eE][+-]?[0-9]+)?$/;
const canBeCounted = (value: string): boolean => !amount.test(value) || parseQuantity(value, 3).ok;

/** A non-negative amount, for fields that are text in the API. */
export const quantityText = z
  .string()
  .max(64)
  .regex(amount, 'is not an amount such as 500m, 2, 1.5Gi or 100M')
  .refine(canBeCounted, 'is too large');

/** A non-negative amount; in the API it may be a whole number too. */
export const quantity = quantityText.meta({ [quantityKey]: true });

export const text = z.string().min(1);

export const taint = z.strictObject({
  key: labelKey,
  value: labelValue.default(''),
  effect: z.enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute']),
});

/** AWS tags by key; `value` decides about empty values. */
export const tagMap = <V extends z.ZodType<string>>(
  value: V,
  maxTags: number,
): SchemaWithRules<z.ZodRecord<z.ZodString, V>> =>
  withRules(z.record(z.string(), value).meta({ maxProperties: maxTags }))
    .ruleOverItems({
      code: 'OUT_OF_RANGE',
      message: `at most ${maxTags} tags are allowed`,
      cel: null,
      violations: (tags) => (Object.keys(tags).length > maxTags ? violationAt() : noViolation),
    })
    .ruleOverItems({
      code: 'TAG_INVALID',
      message: 'a tag must have a key',
      cel: "self.all(k, k != '')",
      violations: (tags) => (Object.hasOwn(tags, '') ? violationAt('') : noViolation),
    });
