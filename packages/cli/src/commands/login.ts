import { hostname } from 'node:os';
import { createKerfClient, dataOf } from '@kerf/client';
import { Command } from 'commander';
import { readConfig, writeConfig } from '../config.js';
import { toBaseUrl } from '../connect.js';
import { exitCodes } from '../exit-codes.js';
import { Failure } from '../failure.js';
import { type Io, variable } from '../io.js';
import { notFound } from '../output/sentences.js';
import { signInByDevice } from './sign-in-by-device.js';

interface LoginOptions {
  readonly server?: string;
  readonly token?: string;
  readonly context: string;
}

/** `kerf login`: signs in and keeps the credential in a context. */
export function loginCommand(io: Io): Command {
  return new Command('login')
    .description('Sign in with the browser, or with an API token, and keep it')
    .option('--server <url>', 'address of the server (KERF_SERVER)')
    .option('--token <token>', 'API token; - reads it from the standard input')
    .option('--context <name>', 'name under which it is kept', 'default')
    .action(async ({ server, token, context }: LoginOptions) => {
      const config = await readConfig(io);
      const given = server ?? variable(io, 'KERF_SERVER') ?? config.contexts[context]?.url;
      if (given === undefined) throw new Failure(exitCodes.usage, 'Name the server: --server URL.');
      const url = toBaseUrl(given);
      const credential =
        token === undefined
          ? await signInByDevice(io, url, `kerf on ${hostname()}`)
          : { token: token === '-' ? await readToken(io) : token, expiresAt: null };
      // A credential that does not work is not kept.
      const client = createKerfClient({ url, token: credential.token, fetch: io.fetch });
      await dataOf(client.GET('/api/v1/viewer'));
      await writeConfig(io, {
        current: context,
        contexts: { ...config.contexts, [context]: { url, ...credential } },
      });
      io.out(`Signed in to ${url} as context ${context}.\n`);
    });
}

/** `kerf logout`: forgets the credential of a context. */
export function logoutCommand(io: Io): Command {
  return new Command('logout')
    .description('Forget the credential of a context')
    .option('--context <name>', 'the current one if absent')
    .action(async ({ context }: { readonly context?: string }) => {
      const config = await readConfig(io);
      const name = context ?? config.current;
      const { [name ?? '']: forgotten, ...contexts } = config.contexts;
      if (name === null || forgotten === undefined) {
        throw new Failure(
          exitCodes.notFound,
          name === null ? 'No context is chosen.' : notFound('Context', name),
        );
      }
      const current = config.current === name ? null : config.current;
      await writeConfig(io, { current, contexts });
      io.out(`Forgot context ${name}. An API token stays valid until it is revoked.\n`);
    });
}

async function readToken(io: Io): Promise<string> {
  const token = (await io.readStdin()).trim();
  if (token === '') throw new Failure(exitCodes.usage, 'The standard input has no token.');
  return token;
}

/** `kerf context`: the servers that are known. */
export function contextCommand(io: Io): Command {
  const list = new Command('list').description('List the contexts').action(async () => {
    const { current, contexts } = await readConfig(io);
    for (const [name, { url, expiresAt }] of Object.entries(contexts)) {
      const until = expiresAt === null ? '' : `   until ${expiresAt}`;
      io.out(`${name === current ? '*' : ' '} ${name}   ${url}${until}\n`);
    }
  });
  const use = new Command('use')
    .description('Choose the current context')
    .argument('<name>')
    .action(async (name: string) => {
      const config = await readConfig(io);
      if (config.contexts[name] === undefined) {
        throw new Failure(exitCodes.notFound, notFound('Context', name));
      }
      await writeConfig(io, { ...config, current: name });
    });
  return new Command('context')
    .description('List the known servers, or choose one')
    .addCommand(list)
    .addCommand(use);
}
