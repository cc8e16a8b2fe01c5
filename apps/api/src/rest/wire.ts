import { decimalUsdPattern, formatDecimalUsd, parseDecimalUsd } from '@kerf/core';
import { z } from 'zod';
import { formatInstant, rfc3339 } from '../contract/instant.js';
import { expectedUsd, withUsd } from '../contract/money.js';
import { words } from '../contract/words.js';

/** Named components of the OpenAPI document, which also validate and serialize. */
export const components = z.registry<{ id: string; description?: string }>();

export const text = z.string();

/** Path parameter of routes of one object. */
export const idPath = z.object({ id: text });

/** Milliseconds inside, RFC 3339 outside. */
export const instant = z.codec(rfc3339, z.int(), {
  decode: (written) => Date.parse(written),
  encode: formatInstant,
});

const refusedUsd = `must be ${expectedUsd}`;

/** Micro-USD inside, a decimal string of US dollars outside. */
const decimalUsd = (id: 'UsdPerHour' | 'Usd', unit: string) =>
  z
    .codec(
      z.string({ error: refusedUsd }).meta({
        pattern: decimalUsdPattern.source,
        description: `${unit} as a decimal string, at most nine digits before the point and six after it`,
        examples: ['0.096'],
      }),
      z.int(),
      {
        decode: (written, payload) => {
          const micro = parseDecimalUsd(written);
          if (micro !== null) return micro;
          payload.issues.push({ code: 'custom', input: written, message: refusedUsd });
          return z.NEVER;
        },
        encode: formatDecimalUsd,
      },
    )
    .register(components, { id });

export const money = decimalUsd('UsdPerHour', 'US dollars per hour');
export const sum = decimalUsd('Usd', 'US dollars');

/** Stored JSON, whose amounts are decimal strings of US dollars outside. */
export const storedJson = z.codec(
  z.unknown().meta({
    description: 'Members whose names end with `UsdPerHour` or `Usd` are such amounts, or null',
  }),
  z.unknown(),
  { decode: (value) => value, encode: withUsd },
);

type WordLists = typeof words;

/** A domain value internally, its contract spelling externally. */
export function word<Name extends keyof WordLists>(name: Name) {
  const spellings: Readonly<Record<string, string>> = words[name];
  const wordBySpelling = new Map(
    Object.entries(spellings).map(([known, spelling]) => [spelling, known]),
  );
  return z.codec(z.enum([...wordBySpelling.keys()]), wordSchema(name), {
    decode: (spelling, payload) => {
      const known = wordSchema(name).safeParse(wordBySpelling.get(spelling));
      if (known.success) return known.data;
      payload.issues.push({ code: 'custom', input: spelling, message: 'is not a known value' });
      return z.NEVER;
    },
    encode: (known) => spellings[known] ?? known,
  });
}

/** One of the domain's values of an enum. */
function wordSchema<Name extends keyof WordLists>(name: Name) {
  const known: ReadonlySet<unknown> = new Set(Object.keys(words[name]));
  return z.custom<keyof WordLists[Name] & string>((value) => known.has(value));
}

/** The body of a request as a named component; members that it does not have are refused. */
export const bodyOf = <Shape extends z.ZodRawShape>(id: string, shape: Shape) =>
  z.strictObject(shape).register(components, { id });

/** A parameter that is true or false. */
export const flag = z.enum(['true', 'false']).transform((written) => written === 'true');

/**
 * A list that nobody inside changes. The contract does not call it `readOnly`, which would mean that requests
 * cannot contain it.
 */
export const list = <Item extends z.ZodType>(item: Item) => z.array(item).readonly();

/** A whole number, 0 or more. */
export const whole = z.int().meta({ minimum: 0 });

/**
 * A whole number in a range. The use case refuses others, in REST and GraphQL alike; here the range tells clients
 * beforehand.
 */
export const wholeIn = ([minimum, maximum]: readonly [number, number]) =>
  z.int().meta({ minimum, maximum });

/** Manifests, of which the use case accepts 256 KiB; a character has at least one byte. */
export const manifestText = z.string().meta({ maxLength: 256 * 1024 });

/** Parameter of writes: `All`, as in Kubernetes, or a boolean. */
export const dryRunQuery = {
  dryRun: z
    .stringbool({ truthy: ['all', 'true', '1'], falsy: ['false', '0'] })
    .default(false)
    .meta({ description: '`All`: check everything and save nothing' }),
};

export const reasonResource = z
  .object({
    code: z.string(),
    data: storedJson.meta({ type: 'object', additionalProperties: true }),
    message: z.string(),
    subject: z.string(),
    remedy: z.string().nullable(),
  })
  .register(components, {
    id: 'Reason',
    description: 'A reason why something was not done: a code with its data, and in words',
  });

export const amountResource = z
  .object({ resource: z.string(), amount: whole, quantity: z.string() })
  .register(components, { id: 'ResourceAmount' });
