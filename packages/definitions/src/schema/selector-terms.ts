import { z } from 'zod';
import { tagMap, text } from './primitives.js';
import {
  isSet,
  noViolation,
  type PresenceRule,
  violationAt,
  withRules,
} from './schema-with-rules.js';

const maxTerms = 30;
const maxTags = 20;

const idOf = (prefix: string) =>
  z
    .string()
    .max(64)
    .regex(new RegExp(`^${prefix}-[0-9a-z]+$`), `is not an ID such as ${prefix}-0123456789abcdef0`);

const tags = tagMap(text, maxTags).schema.describe(
  'Tags that must all exist; * matches any value.',
);

/**
 * A term must select by one of the fields; an empty term would select everything in the account.
 */
const requiresOneOf = <K extends string>(fields: readonly K[]): PresenceRule<K> => ({
  code: 'SELECTOR_TERM_EMPTY',
  message: `a term requires ${fields.length === 1 ? '' : 'one of '}${fields.join(', ')}`,
  cel: fields.map((field) => `has(self.${field})`).join(' || '),
  violations: (keysOf) =>
    fields.every((field) => keysOf(field) === null) ? violationAt() : noViolation,
});

/**
 * A field that selects exactly makes the others meaningless. The API server checks each term
 * separately.
 */
const excludesOthers = <K extends string, O extends string>(
  field: K,
  others: readonly O[],
): PresenceRule<K | O> => ({
  code: 'SELECTOR_TERM_EXCLUSIVE',
  message: `a term with ${field} must not have ${others.join(', ')}`,
  cel: `!has(self.${field}) || !(${others.map((other) => `has(self.${other})`).join(' || ')})`,
  violations: (keysOf) =>
    keysOf(field) !== null && others.some((other) => keysOf(other) !== null)
      ? violationAt(field)
      : noViolation,
});

const terms = <S extends z.ZodType>(term: S, description: string) =>
  z.array(term).min(1).max(maxTerms).describe(description);

export const subnetSelectorTerms = terms(
  withRules(
    z.strictObject({
      tags: tags.exactOptional(),
      id: idOf('subnet').exactOptional(),
    }),
  )
    .presence(requiresOneOf(['tags', 'id']))
    .presence(excludesOthers('id', ['tags'])).schema,
  'Subnets of the nodes, selected by any of the terms.',
);

export const securityGroupSelectorTerms = terms(
  withRules(
    z.strictObject({
      tags: tags.exactOptional(),
      id: idOf('sg').exactOptional(),
      name: text.exactOptional(),
    }),
  )
    .presence(requiresOneOf(['tags', 'id', 'name']))
    .presence(excludesOthers('id', ['tags', 'name']))
    .presence(excludesOthers('name', ['tags'])).schema,
  'Security groups of the nodes, selected by any of the terms.',
);

export const capacityReservationSelectorTerms = z
  .array(
    withRules(
      z.strictObject({
        tags: tags.exactOptional(),
        id: idOf('cr').exactOptional(),
        ownerID: z
          .string()
          .regex(/^[0-9]{12}$/, 'is not an account ID of 12 digits')
          .exactOptional(),
        instanceMatchCriteria: z.enum(['open', 'targeted']).exactOptional(),
      }),
    )
      .presence(requiresOneOf(['tags', 'id', 'ownerID', 'instanceMatchCriteria']))
      .presence(excludesOthers('id', ['tags', 'ownerID', 'instanceMatchCriteria'])).schema,
  )
  .max(maxTerms)
  .describe('Capacity reservations that nodes may use.');

export const amiSelectorTerms = withRules(
  terms(
    withRules(
      z.strictObject({
        alias: z
          .string()
          .max(30)
          .regex(
            /^((al2|al2023|bottlerocket)@[^@]+|windows(2019|2022|2025)@latest)$/,
            'is not an alias such as al2023@latest or bottlerocket@v1.21.1 (Windows: @latest only)',
          )
          .describe('Images of a family that AWS publishes, in a version.')
          .exactOptional(),
        id: idOf('ami').exactOptional(),
        tags: tags.exactOptional(),
        name: text.exactOptional(),
        owner: z
          .string()
          .regex(
            /^([0-9]{12}|self|amazon|aws-marketplace)$/,
            'is not an account ID of 12 digits, self, amazon or aws-marketplace',
          )
          .exactOptional(),
        ssmParameter: text.exactOptional(),
      }),
    )
      .presence(requiresOneOf(['alias', 'id', 'tags', 'name', 'ssmParameter']))
      .presence(excludesOthers('alias', ['id', 'tags', 'name', 'owner', 'ssmParameter']))
      .presence(excludesOthers('id', ['tags', 'name', 'owner', 'ssmParameter'])).schema,
    'Images of the nodes, selected by any of the terms.',
  ),
).ruleOverItems({
  code: 'AMI_ALIAS_NOT_ALONE',
  message: 'an alias must be the only term',
  cel: 'self.size() == 1 || !self.exists(t, has(t.alias))',
  violations: (all) =>
    all.length > 1
      ? all.flatMap((term, index) => (isSet(term, 'alias') ? violationAt(index, 'alias') : []))
      : noViolation,
}).schema;

export const placementGroupSelector = withRules(
  z.strictObject({ name: text.exactOptional(), id: idOf('pg').exactOptional() }),
).presence<'name' | 'id'>({
  code: 'PLACEMENT_GROUP_UNCLEAR',
  message: 'exactly one of name and id must be set',
  cel: 'has(self.name) != has(self.id)',
  violations: (keysOf) =>
    (keysOf('name') === null) === (keysOf('id') === null) ? violationAt() : noViolation,
}).schema;
