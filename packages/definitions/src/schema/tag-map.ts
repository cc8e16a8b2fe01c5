import { z } from 'zod';
import { noOffence, offendsAt, type Ruled, ruled } from './ruled.js';

/** AWS tags by key; empty values are for the caller to allow. */
export const tagMap = <V extends z.ZodType<string>>(
  value: V,
  maxTags: number,
): Ruled<z.ZodRecord<z.ZodString, V>> =>
  ruled(z.record(z.string(), value).meta({ maxProperties: maxTags }))
    .ruleOverItems({
      code: 'OUT_OF_RANGE',
      message: `at most ${maxTags} tags are allowed`,
      cel: null,
      offences: (tags) => (Object.keys(tags).length > maxTags ? offendsAt() : noOffence),
    })
    .ruleOverItems({
      code: 'TAG_INVALID',
      message: 'a tag must have a key',
      cel: "self.all(k, k != '')",
      offences: (tags) => (Object.hasOwn(tags, '') ? offendsAt('') : noOffence),
    });
