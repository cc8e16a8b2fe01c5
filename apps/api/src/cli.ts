import 'reflect-metadata';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import {
  createApiToken,
  createSignInLink,
  ensureUser,
  type Principal,
  shortestPassword,
} from '@kerf/application';
import { AppError, isAppError } from '@kerf/core';
import { composeCore } from './app.module.js';
import { convertCommand } from './convert-command.js';
import { publicUrlOf, readEnv } from './env.js';
import { migrateFirst } from './migrate-first.js';

type Core = ReturnType<typeof composeCore>;
type Options = Readonly<Record<string, string | undefined>>;

const usage = `usage: node cli.js <command>
  sign-in-link --user NAME                                 prints a link that signs in once
  create-token --name NAME --scope read|write --days DAYS  prints the token's secret
  set-password --user NAME                                 reads the password from standard input
  migrate                                                  applies the migrations of KERF_MIGRATIONS
  convert [--cluster NAME] [--default-node-class NAME]     reads NodePools and EC2NodeClasses of v1beta1
                                                           from standard input and prints them as v1;
                                                           needs no database
`;

/** Whoever can run this on the server, in the audit log. */
const operator: Principal = { kind: 'User', id: 'cli', name: 'cli', scope: 'write' };

/** Each answers what to print. */
const commands: Readonly<Record<string, (core: Core, options: Options) => Promise<string>>> = {
  'sign-in-link': async ({ env, ports }, options) => {
    const secret = await createSignInLink(ports, required(options, 'user'));
    return `${publicUrlOf(env)}/auth/link?token=${secret}`;
  },
  'create-token': async ({ ports }, options) => {
    const scope = required(options, 'scope');
    if (scope !== 'read' && scope !== 'write') throw refusal('--scope must be read or write');
    const outcome = await createApiToken(ports, operator, {
      name: required(options, 'name'),
      scope,
      expiresInDays: Number(required(options, 'days')),
      requestId: null,
    });
    if (outcome.kind === 'Created') return outcome.secret;
    throw refusal(outcome.problems.map(({ path, message }) => `${path} ${message}`).join('; '));
  },
  'set-password': async (core, options) => {
    const name = required(options, 'user');
    await setPassword(core, name, (await text(process.stdin)).replace(/\r?\n$/, ''));
    return `the password of ${name} is set`;
  },
  migrate: async ({ env }) => {
    if (env.KERF_MIGRATIONS === undefined) throw refusal('set KERF_MIGRATIONS to their folder');
    const applied = await migrateFirst(env);
    return applied.length === 0 ? 'nothing to apply' : `applied ${applied.join(', ')}`;
  },
};

/** Commands that need neither the database nor a configuration. */
const localCommands: Readonly<Record<string, (options: Options) => Promise<string>>> = {
  convert: async (options) => convertCommand(await text(process.stdin), options),
};

/** An operator needs no old password, which is what this command is for. */
async function setPassword({ ports }: Core, name: string, password: string): Promise<void> {
  if (password.length < shortestPassword) {
    throw refusal(`the password must have at least ${shortestPassword} characters`);
  }
  const { store, clock, ids, secrets } = ports;
  const user = await ensureUser(ports, name);
  const hash = await secrets.hashPassword(password);
  await store.transaction(async (tx) => {
    await tx.identity.setPassword(user.id, hash);
    await tx.audit.add({
      id: ids.next('aud'),
      at: clock.now(),
      actor: { kind: operator.kind, id: operator.id, name: operator.name },
      action: 'user.set-password',
      object: { kind: 'User', id: user.id, name },
      clusterId: null,
      outcome: 'Done',
      comment: null,
      before: null,
      after: null,
      requestId: null,
    });
  });
}

function required(options: Options, name: string): string {
  const value = options[name];
  if (value === undefined || value.trim() === '') throw refusal(`--${name} is missing\n\n${usage}`);
  return value;
}

const refusal = (message: string): AppError => new AppError({ code: 'INPUT.INVALID', message });

async function run(args: readonly string[]): Promise<string> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      user: { type: 'string' },
      name: { type: 'string' },
      scope: { type: 'string' },
      days: { type: 'string' },
      cluster: { type: 'string' },
      'default-node-class': { type: 'string' },
    },
  });
  const [name = '', ...rest] = positionals;
  if (rest.length > 0) throw refusal(`${name} takes no argument ${rest[0]}\n\n${usage}`);
  const local = Object.hasOwn(localCommands, name) ? localCommands[name] : undefined;
  if (local !== undefined) return local(values);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) throw refusal(usage);
  const core = composeCore(readEnv());
  try {
    return await command(core, values);
  } finally {
    await core.database.close();
  }
}

try {
  console.log(await run(process.argv.slice(2)));
} catch (error) {
  if (!isAppError(error) && !isParseError(error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** An option that is not known, or lacks its value. */
function isParseError(error: unknown): error is Error {
  return (
    error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  );
}
