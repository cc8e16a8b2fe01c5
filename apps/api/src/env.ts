import { AppError } from '@kerf/core';
import { logLevels } from '@kerf/telemetry';
import { z } from 'zod';

const schema = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  KERF_DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(200).default(10),
  /** The store of rate limits; Postgres if absent. */
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  /** Folder of this version's migrations: `cli.js migrate` applies them, `/readyz` compares. */
  KERF_MIGRATIONS: z.string().min(1).optional(),
  /** 0 uses any free port. */
  KERF_API_PORT: z.coerce.number().int().min(0).max(65_535).default(4_100),
  /** Separate port that serves `/metrics` without authentication; none if absent. 0 uses any free port. */
  KERF_METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  KERF_LISTEN_ADDRESS: z.string().min(1).default('127.0.0.1'),
  /** Public URL of the API, for sign-in links and the check of origins. */
  KERF_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** 32 random bytes in base64, as for the worker; without it, no notification channel can be created. */
  KERF_SECRET_KEY: z.string().min(1).optional(),
  /** Whether cookies require HTTPS; by default, as in the public URL. */
  KERF_COOKIE_SECURE: z.stringbool().optional(),
  /** Number of proxies in front of the API that add to `X-Forwarded-For`. */
  KERF_TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  /** Folder of the built dashboard; none is served if absent. */
  KERF_WEB_DIST: z.string().min(1).optional(),
  /** Path of the JSON file that describes the sandbox; absent in production. */
  KERF_SANDBOX_INFO: z.string().min(1).optional(),
  /** URL of the sandbox's list of running scenarios; absent in production. */
  KERF_SANDBOX_CONTROL_URL: z.url({ protocol: /^http$/ }).optional(),
  KERF_LOG_LEVEL: z.enum(logLevels).default('info'),
});

export type ApiEnv = z.infer<typeof schema>;

/** Reads the API's settings. @throws CONFIG.INVALID with each wrong variable and how to fix it */
export function readEnv(variables: NodeJS.ProcessEnv = process.env): ApiEnv {
  const read = schema.safeParse(variables);
  if (read.success) return read.data;
  const fields = read.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw new AppError({
    code: 'CONFIG.INVALID',
    message: fields.map(({ path, message }) => `${path}: ${message}`).join('; '),
    fields,
  });
}

/** Public URL of the API, without a trailing slash. */
export function publicUrlOf(env: ApiEnv): string {
  const { KERF_PUBLIC_URL: given, KERF_LISTEN_ADDRESS: address, KERF_API_PORT: port } = env;
  return given?.replace(/\/+$/, '') ?? `http://${address}:${port}`;
}

export function isSecure(env: ApiEnv): boolean {
  return env.KERF_COOKIE_SECURE ?? publicUrlOf(env).startsWith('https:');
}
