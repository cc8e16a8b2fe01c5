import { z } from 'zod';
import { quantity } from './primitives.js';
import { overlayRequirement } from './requirement.js';
import { noViolation, violationAt, withRules } from './schema-with-rules.js';

const whole = '[0-9]{1,9}';
const decimal = `(${whole}([.][0-9]{1,30})?|[.][0-9]{1,30})`;
/** A discount of at most 100 percent, because a price cannot be negative. */
const partOfPrice = '([0-9]{1,2}([.][0-9]{1,30})?|100([.]0{1,30})?)';

/** Resources that AWS and the nodes report. */
const knownResources: readonly string[] = ['cpu', 'memory', 'ephemeral-storage', 'pods'];

/** `spec` of a NodeOverlay. Source: karpenter pkg/apis/v1alpha1/nodeoverlay.go. */
export const nodeOverlaySpec = withRules(
  z.strictObject({
    requirements: z
      .array(overlayRequirement)
      .max(100)
      .describe(
        'Selects instance types and offerings by their labels, the labels of the NodePool’s template and karpenter.sh/nodepool; all requirements must match.',
      ),
    price: z
      .string()
      .regex(
        new RegExp(`^${whole}([.][0-9]{1,30})?$`),
        'is not a price in dollars per hour such as 0.096',
      )
      .describe('Price in dollars per hour that replaces the price of AWS.')
      .exactOptional(),
    priceAdjustment: z
      .string()
      .regex(
        new RegExp(`^([+-]${decimal}|[+]${decimal}%|-${partOfPrice}%)$`),
        'is neither a difference in dollars per hour such as +0.5 or -0.02 nor a percentage such as +10% or -15.5% (at least -100%)',
      )
      .describe('Adjustment of the price of AWS, in dollars per hour or percent.')
      .exactOptional(),
    capacity: withRules(z.record(z.string(), quantity))
      .ruleOverItems({
        code: 'CAPACITY_NOT_EXTENDED',
        message:
          'only extended resources such as example.com/dongle can be added, not cpu, memory, ephemeral-storage and pods',
        cel: `self.all(k, !(k in [${knownResources.map((name) => `'${name}'`).join(', ')}]))`,
        violations: (capacity) =>
          Object.keys(capacity)
            .filter((name) => knownResources.includes(name))
            .map((name) => ({ path: [name] })),
      })
      .schema.default({})
      .describe('Extended resources that nodes of these types have.'),
    weight: z
      .int()
      .min(1)
      .max(10_000)
      .describe('The overlay with the highest weight has precedence; 0 if absent.')
      .exactOptional(),
  }),
).presence<'price' | 'priceAdjustment'>({
  code: 'PRICE_AND_ADJUSTMENT',
  message: 'price and priceAdjustment are both set; remove one of them',
  cel: '!has(self.price) || !has(self.priceAdjustment)',
  violations: (keysOf) =>
    keysOf('price') === null || keysOf('priceAdjustment') === null
      ? noViolation
      : violationAt('priceAdjustment'),
}).schema;
