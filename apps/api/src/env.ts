import { isAddressEntry, logLevels, readSettings, setting } from '@kerf/system';
import { z } from 'zod';

/** Values separated by commas. */
const list = z
  .string()
  .transform((text) => text.split(',').map((value) => value.trim()))
  .pipe(z.array(z.string().min(1, 'must have no empty value')));

/** Hosts as they are in URLs of HTTPS: the port is left out if it is 443. */
const hosts = list.refine((values) => values.every(isHost), {
  error:
    'must be hosts such as issuer.example.com or issuer.example.com:8443, with ports up to 65535',
});

/** Hosts, addresses and address ranges. */
const addressList = list.default([]).refine((entries) => entries.every(isAddressEntry), {
  error:
    'must be host names, addresses or ranges such as 10.0.0.0/8, separated by commas, without *, schemes and ports',
});

const isHost = (text: string): boolean => URL.parse(`https://${text}`)?.host === text.toLowerCase();

/** Identity providers must use HTTPS, except on this machine. */
const issuer = setting.httpUrl().refine(isHttpsOrLoopback, {
  error: 'must be an https URL; http is accepted for 127.0.0.1, [::1] and localhost only',
});

function isHttpsOrLoopback(text: string): boolean {
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}

const settings = z.object({
  DATABASE_URL: setting.postgresUrl(),
  KERF_DATABASE_CONNECTIONS: setting.wholeNumber(2, 200).default(10),
  /** The store of rate limits; Postgres if absent. */
  REDIS_URL: setting.redisUrl().optional(),
  /** Folder of this version's migrations: `cli.js migrate` applies them, `/readyz` compares. */
  KERF_MIGRATIONS: setting.text().optional(),
  /** 0 uses any free port. */
  KERF_API_PORT: setting.port().default(4_100),
  /** Separate port that serves `/metrics` without authentication; none if absent. 0 uses any free port. */
  KERF_METRICS_PORT: setting.port().optional(),
  KERF_LISTEN_ADDRESS: setting.text().default('127.0.0.1'),
  /** Public URL of the API, for sign-in links and the check of origins. */
  KERF_PUBLIC_URL: setting.httpUrl().optional(),
  /** 32 random bytes in base64, as for the worker; without it, no notification channel can be created. */
  KERF_SECRET_KEY: setting.text().optional(),
  /** Hosts and address ranges of Git providers that are not public, separated by commas. */
  KERF_ALLOWED_GIT_HOSTS: addressList,
  /** Whether cookies require HTTPS; by default, as in the public URL. */
  KERF_COOKIE_SECURE: setting.flag().optional(),
  /** Number of proxies in front of the API that add to `X-Forwarded-For`. */
  KERF_TRUSTED_PROXIES: setting.wholeNumber(0, 10).default(0),
  /** Folder of the built dashboard; none is served if absent. */
  KERF_WEB_DIST: setting.text().optional(),
  /**
   * Documents that sessions may send to GraphQL, beside those of the dashboard: `own` are for users who may
   * create API tokens, `trusted` takes none. API tokens send any.
   */
  KERF_GRAPHQL_DOCUMENTS: z.enum(['own', 'trusted']).default('own'),
  /** Path of the JSON file that describes the sandbox; absent in production. */
  KERF_SANDBOX_INFO: setting.text().optional(),
  /** URL of the sandbox's list of running scenarios; absent in production. */
  KERF_SANDBOX_CONTROL_URL: z.url({ protocol: /^http$/ }).optional(),
  KERF_LOG_LEVEL: z.enum(logLevels).default('info'),
  /** Private key that signs checkpoints of the audit log: Ed25519 in PEM. */
  KERF_AUDIT_KEY: setting.text().optional(),
  /** The same as a file of mode 0600, which is created if it does not exist. */
  KERF_AUDIT_KEY_FILE: setting.text().optional(),
  /** File with the public keys of earlier private keys, in PEM. */
  KERF_AUDIT_EARLIER_KEYS_FILE: setting.text().optional(),
  /** A checkpoint is signed after this time, if there are new entries, … */
  KERF_AUDIT_CHECKPOINT_MINUTES: setting.number(1, 1_440).default(10),
  /** … or after this number of new entries. */
  KERF_AUDIT_CHECKPOINT_ENTRIES: setting.wholeNumber(1, 100_000).default(1_000),
  /** Hosts with ports of issuers of workloads that may be private, e.g. of the company's own clusters. */
  KERF_TRUSTED_ISSUER_HOSTS: hosts.default([]),
  /** Issuer URL of the company's OpenID Connect provider; people sign in locally only if absent. */
  KERF_OIDC_ISSUER: issuer.optional(),
  KERF_OIDC_CLIENT_ID: setting.text().optional(),
  /** File with the client secret; a public client with PKCE only if absent. */
  KERF_OIDC_CLIENT_SECRET_FILE: setting.text().optional(),
  KERF_OIDC_SCOPES: z
    .string()
    .regex(/(^| )openid( |$)/, 'must contain openid')
    .default('openid profile email'),
  /** The claim with the user's groups; a dotted path reads a member, e.g. `realm_access.roles`. */
  KERF_OIDC_GROUPS_CLAIM: setting.text().default('groups'),
  /** E-mail domains that may sign in; all if absent. */
  KERF_OIDC_ALLOWED_DOMAINS: list.optional(),
  /** Groups whose members may sign in; all users if absent. */
  KERF_OIDC_ALLOWED_GROUPS: list.optional(),
  /** Name of the provider on the sign-in page. */
  KERF_OIDC_NAME: setting.text().max(60).default('single sign-on'),
  /** Users of the provider sign in again after this time, which refreshes their groups. */
  KERF_OIDC_SESSION_HOURS: setting.number(0.25, 168).default(8),
  /** Whether users can sign in with a password; `hidden` offers it only at `/sign-in?password=true`. */
  KERF_PASSWORD_SIGN_IN: z.enum(['shown', 'hidden', 'off']).default('shown'),
});

const schema = settings
  .refine((env) => env.KERF_OIDC_ISSUER === undefined || env.KERF_OIDC_CLIENT_ID !== undefined, {
    path: ['KERF_OIDC_CLIENT_ID'],
    error: 'must be set when KERF_OIDC_ISSUER is set',
  })
  .refine((env) => env.KERF_OIDC_ISSUER === undefined || env.KERF_PUBLIC_URL !== undefined, {
    path: ['KERF_PUBLIC_URL'],
    error: 'must be set when KERF_OIDC_ISSUER is set: the provider sends browsers back there',
  });

export type ApiEnv = z.infer<typeof schema>;

/** Reads the API's settings. @throws CONFIG.INVALID with each wrong variable and how to fix it */
export function readEnv(variables: NodeJS.ProcessEnv = process.env): ApiEnv {
  return readSettings(schema, variables);
}

/** Public URL of the API, without a trailing slash. */
export function publicUrlOf(env: ApiEnv): string {
  const { KERF_PUBLIC_URL: given, KERF_LISTEN_ADDRESS: address, KERF_API_PORT: port } = env;
  return given?.replace(/\/+$/, '') ?? `http://${address}:${port}`;
}

export function isSecure(env: ApiEnv): boolean {
  return env.KERF_COOKIE_SECURE ?? publicUrlOf(env).startsWith('https:');
}
