import { AppError, joinWords } from '@kerf/core';
import { z } from 'zod';

/**
 * The settings that an environment can have, as Zod types of the texts of its variables. Their messages continue
 * the name of the variable: what is wrong and how to set it. They never contain a URL, because it may have a password.
 */
export const setting = {
  text: () => z.string().min(1),
  wholeNumber: (min: number, max: number) =>
    numberWhere(
      (value) => Number.isInteger(value) && min <= value && value <= max,
      `a whole number from ${min} to ${max}`,
    ),
  number: (min: number, max: number) =>
    numberWhere((value) => min <= value && value <= max, `a number from ${min} to ${max}`),
  /** The number of a TCP port; 0 uses any free port. */
  port: () => setting.wholeNumber(0, 65_535),
  flag: () =>
    z.stringbool({ error: ({ input }) => `is "${String(input)}". Set it to true or false` }),
  httpUrl: () =>
    z.url({
      protocol: /^https?$/,
      // Later checks of a setting read the URL.
      abort: true,
      error: 'is not an http or https URL. Set it to one',
    }),
  postgresUrl: () =>
    z.url({
      protocol: /^postgres(ql)?$/,
      error: ({ input }) =>
        `${input === undefined ? 'is not set' : 'is not a URL of Postgres'}. Set it to ` +
        'postgresql://USER:PASSWORD@HOST:5432/DATABASE, and percent-encode special characters',
    }),
  redisUrl: () =>
    z.url({
      protocol: /^rediss?$/,
      error: 'is not a URL of Redis. Set it to redis://HOST:6379, or to rediss:// for TLS',
    }),
};

function numberWhere(isValid: (value: number) => boolean, expected: string) {
  return z
    .string()
    .refine((text) => text.trim() !== '' && isValid(Number(text)), {
      error: ({ input }) => `is "${String(input)}". Set it to ${expected}`,
    })
    .transform(Number);
}

/**
 * Reads the settings of a process from environment variables.
 * @throws CONFIG.INVALID with each wrong variable and how to set it
 */
export function readSettings<Settings>(
  schema: z.ZodType<Settings>,
  variables: NodeJS.ProcessEnv,
): Settings {
  const read = schema.safeParse(variables, { error: describe });
  if (read.success) return read.data;
  const fields = read.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw new AppError({
    code: 'CONFIG.INVALID',
    message: fields.map(({ path, message }) => `${path}: ${message}`).join('; '),
    fields,
  });
}

/** Returns the message of a problem whose setting has none of its own. */
function describe(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_value':
      return `is "${String(issue.input)}". Set it to ${joinWords(issue.values.map(String), 'or')}`;
    case 'too_small':
      return 'is empty. Set or unset it';
    case 'too_big':
      return `is longer than ${issue.maximum} characters. Shorten it`;
    default:
      return undefined;
  }
}
