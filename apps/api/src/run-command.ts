import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import {
  builtInRoles,
  createApiToken,
  createSignInLink,
  createUser,
  isBuiltInRole,
  resetPassword,
  serverOperator,
  shortestPassword,
} from '@kerf/application';
import { AppError, assertNever } from '@kerf/core';
import { explainConnection } from '@kerf/db';
import { applyMigrations } from './apply-migrations.js';
import { composeCore } from './compose.js';
import { convertCommand } from './convert-command.js';
import { type ApiEnv, publicUrlOf } from './env.js';
import { describeVerification } from './modules/hash-chain/describe-verification.js';
import { verifyAuditLog } from './modules/hash-chain/verify-audit-log.js';
import { openAuditSigner } from './open-audit-signer.js';
import { registerClustersFile } from './register-clusters-file.js';

/** Input of a command. */
export interface Shell {
  /** @throws CONFIG.INVALID */
  readonly readEnv: () => ApiEnv;
  readonly stdin: Readable;
}

type Core = ReturnType<typeof composeCore> & Pick<Shell, 'stdin'>;
type Options = Readonly<Record<string, string | boolean | undefined>>;

const usage = `usage: node cli.js <command>
  sign-in-link --user NAME [--create] [--role ROLE]
      prints a link that signs in once; --create adds the user if it does not exist, with the role
      viewer, operator, approver or admin in the whole organization (default: admin)
  create-token --name NAME --role ROLE --days DAYS
      creates an API token with a role (viewer, operator, approver, admin or the ID of a custom
      one) in the whole organization, and prints its secret
  set-password --user NAME [--create] [--role ROLE] [--revoke-tokens]
      reads the password from standard input, and ends the user's sessions and sign-in links;
      --revoke-tokens also revokes the API tokens that the user created
  register-clusters --file FILE
      registers the clusters of a JSON file
  audit verify
      verifies the hash chain and the signed checkpoints of the audit log
  migrate
      applies the migrations of KERF_MIGRATIONS
  convert [--cluster NAME] [--default-node-class NAME]
      reads NodePools and EC2NodeClasses of v1beta1 from standard input and prints them as v1;
      needs no database
`;

/** Actor of commands in the audit log. */
const operator = serverOperator;

/** Each command returns the text to print. */
const commands: Readonly<Record<string, (core: Core, options: Options) => Promise<string>>> = {
  'sign-in-link': async (core, options) => {
    const userName = required(options, 'user');
    await createIfRequested(core, userName, options);
    const input = { userName, requestId: null };
    const secret = await createSignInLink(core.ports, operator, input);
    if (secret === null) throw await unknownUser(core, userName);
    return `${publicUrlOf(core.env)}/auth/link?token=${secret}`;
  },
  'create-token': async ({ ports }, options) => {
    const outcome = await createApiToken(ports, operator, {
      name: required(options, 'name'),
      role: required(options, 'role'),
      scope: { kind: 'Organization' },
      expiresInDays: Number(required(options, 'days')),
      requestId: null,
    });
    switch (outcome.kind) {
      case 'Created':
        return outcome.secret;
      case 'Invalid':
        throw refusal(outcome.problems.map(({ path, message }) => `${path} ${message}`).join('; '));
      case 'CallerEnded':
        throw refusal('the operator has no session');
      default:
        return assertNever(outcome);
    }
  },
  'set-password': async (core, options) => {
    const userName = required(options, 'user');
    const newPassword = (await text(core.stdin)).replace(/\r?\n$/, '');
    const problem = `the password must have at least ${shortestPassword} characters`;
    if (newPassword.length < shortestPassword) throw refusal(problem);
    await createIfRequested(core, userName, options);
    const outcome = await resetPassword(core.ports, operator, {
      userName,
      newPassword,
      revokesTokens: options['revoke-tokens'] === true,
      requestId: null,
    });
    switch (outcome) {
      case 'Done':
        return `The password of ${userName} is set.`;
      case 'NoSuchUser':
        throw await unknownUser(core, userName);
      case 'TooShort':
        throw refusal(problem);
      default:
        return assertNever(outcome);
    }
  },
  'register-clusters': ({ ports }, options) =>
    registerClustersFile(ports, operator, required(options, 'file')),
  'audit verify': async ({ env, database }) => {
    const result = await verifyAuditLog(database, await openAuditSigner(env));
    const report = describeVerification(result);
    if (!result.isIntact) throw refusal(report);
    return report;
  },
  migrate: async ({ env }) => {
    if (env.KERF_MIGRATIONS === undefined)
      throw refusal('KERF_MIGRATIONS: is not set. Set it to the folder prisma/migrations');
    const applied = await applyMigrations(env);
    return applied.length === 0 ? 'No migrations to apply.' : `applied ${applied.join(', ')}`;
  },
};

/** Commands that need neither the database nor a configuration. */
const localCommands: Readonly<
  Record<string, (shell: Pick<Shell, 'stdin'>, options: Options) => Promise<string>>
> = {
  convert: async ({ stdin }, options) =>
    convertCommand(await text(stdin), {
      cluster: optional(options, 'cluster'),
      'default-node-class': optional(options, 'default-node-class'),
    }),
};

/** A mistyped name must not create a user, who would be an administrator by default. */
async function createIfRequested({ ports }: Core, name: string, options: Options): Promise<void> {
  if (options['create'] !== true) return;
  if ((await ports.store.identity.findUserByName(name)) !== null) return;
  const role = options['role'] ?? 'admin';
  if (typeof role !== 'string' || !isBuiltInRole(role))
    throw refusal(`--role must be one of ${builtInRoles.join(', ')}`);
  const outcome = await createUser(ports, operator, { name, role, requestId: null });
  if (outcome.kind === 'Done') return;
  throw refusal(
    outcome.kind === 'Invalid'
      ? outcome.problems.map(({ path, message }) => `${path} ${message}`).join('; ')
      : outcome.message,
  );
}

async function unknownUser({ ports }: Core, name: string): Promise<AppError> {
  const names = await ports.store.identity.userNames();
  const known = names.length === 0 ? 'no users exist' : `users: ${names.join(', ')}`;
  return refusal(`User ${name} not found (${known}). --create adds the user with full access.`);
}

function required(options: Options, name: string): string {
  const value = options[name];
  if (typeof value !== 'string' || value.trim() === '')
    throw refusal(`--${name} is missing\n\n${usage}`);
  if (/\p{Cc}/u.test(value)) throw refusal(`--${name} must have no control characters`);
  return value;
}

function optional(options: Options, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

const refusal = (message: string): AppError => new AppError({ code: 'INPUT.INVALID', message });

/**
 * Runs a command of an operator on the server.
 * @returns the text to print
 * @throws INPUT.INVALID, CONFIG.INVALID, DB.UNAVAILABLE, or the error of `parseArgs`
 */
export async function runCommand(
  args: readonly string[],
  { readEnv, stdin }: Shell,
): Promise<string> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      user: { type: 'string' },
      name: { type: 'string' },
      role: { type: 'string' },
      days: { type: 'string' },
      file: { type: 'string' },
      create: { type: 'boolean' },
      'revoke-tokens': { type: 'boolean' },
      cluster: { type: 'string' },
      'default-node-class': { type: 'string' },
    },
  });
  const [first = '', ...others] = positionals;
  const [name, rest] =
    first === 'audit' ? [`audit ${others[0] ?? ''}`, others.slice(1)] : [first, others];
  if (rest.length > 0)
    throw refusal(`${name} does not accept the argument ${rest[0]}.\n\n${usage}`);
  const local = Object.hasOwn(localCommands, name) ? localCommands[name] : undefined;
  if (local !== undefined) return local({ stdin }, values);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) throw refusal(usage);
  const core = composeCore(readEnv());
  try {
    await explainConnection(core.env.DATABASE_URL, () => core.database.pool.query('SELECT 1'));
    return await command({ ...core, stdin }, values);
  } finally {
    await core.database.close();
  }
}
