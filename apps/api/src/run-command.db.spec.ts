import { Readable } from 'node:stream';
import { AuditQueries } from '@kerf/db';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readEnv } from './env.js';
import { runCommand } from './run-command.js';
import { ApiUnderTest } from './testing/api-under-test.js';

let api: ApiUnderTest;
beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
});
afterAll(() => api.close());

const run = (command: string, input = '') =>
  runCommand(command.split(' '), {
    readEnv: () => ({ ...api.api.parts.env, KERF_PUBLIC_URL: api.url }),
    stdin: Readable.from([input]),
  });

const userNames = () => api.api.parts.ports.store.identity.userNames();

async function actions(): Promise<readonly string[]> {
  const { items } = await new AuditQueries(api.api.parts.database.pool).page(
    { actor: 'cli' },
    { size: 100, edge: 'first', cursor: null },
  );
  return items.map(({ value }) => `${value.action} ${value.object.name}`);
}

describe('sign-in-link', () => {
  it('refuses an unknown name, and lists the known ones', async () => {
    await expect(run('sign-in-link --user admim')).rejects.toThrow(
      'User admim not found (no users exist). --create adds the user with full access.',
    );
    expect(await userNames()).toEqual([]);
    await run('sign-in-link --user admin --create');
    await expect(run('sign-in-link --user admim')).rejects.toThrow('(users: admin)');
    expect(await userNames()).toEqual(['admin']);
  });

  it('prints a link that signs in the user, whom --create adds once', async () => {
    await run('sign-in-link --user admin --create');
    for (const command of ['sign-in-link --user admin --create', 'sign-in-link --user admin']) {
      const link = await run(command);
      expect(link).toMatch(/\/auth\/link\?token=kerf_link_[\w-]{43}$/);
      const answer = await api.send('GET', link.slice(api.url.length), {});
      expect(answer.status).toBe(303);
    }
    expect(await userNames()).toEqual(['admin']);
    expect(await actions()).toEqual(
      expect.arrayContaining(['user.create admin', 'sign-in-link.create admin']),
    );
  });

  it.each([
    [' admin', '1 to 200 characters'],
    ['x'.repeat(201), '1 to 200 characters'],
    ['a\u0000b', '--user must have no control characters'],
  ])('creates nobody by the name %j', async (name, words) => {
    const shell = { readEnv: () => api.api.parts.env, stdin: Readable.from(['']) };
    const args = ['sign-in-link', '--user', name, '--create'];
    await expect(runCommand(args, shell)).rejects.toThrow(words);
  });
});

describe('set-password', () => {
  it('refuses an unknown name, and creates the user with the option', async () => {
    await expect(run('set-password --user grcae', 'a long enough password\n')).rejects.toThrow(
      'User grcae not found',
    );
    await run('set-password --user grace --create', 'a long enough password\n');
    const answer = await api.send(
      'POST',
      '/auth/sign-in',
      {},
      { name: 'grace', password: 'a long enough password' },
    );
    expect(answer.status).toBe(204);
  });

  it('ends the sessions and links of the user, and the tokens with the option', async () => {
    const session = await api.signIn('joan');
    const link = await api.signInLink('joan');
    const create = await api.graphql(
      session,
      'mutation { createApiToken(input: { name: "ci", role: "viewer", expiresInDays: 1 }) { secret } }',
    );
    const [, secret = ''] = /"(kerf_token_[^"]+)"/.exec(JSON.stringify(create.body)) ?? [];
    const token = { authorization: `Bearer ${secret}` };
    const status = async (sender: Record<string, string>) =>
      (await api.send('GET', '/api/v1/clusters', sender)).status;
    expect([await status(session), await status(token)]).toEqual([200, 200]);
    await run('set-password --user joan', 'a long enough password');
    expect([await status(session), await status(token)]).toEqual([401, 200]);
    expect((await api.send('GET', `/auth/link?token=${link}`, {})).status).toBe(410);
    await run('set-password --user joan --revoke-tokens', 'a long enough password');
    expect(await status(token)).toBe(401);
    expect(await actions()).toContain('api-token.revoke ci');
  });

  it('refuses a short password before it creates anybody', async () => {
    await expect(run('set-password --user short --create', 'short')).rejects.toThrow(
      'at least 12 characters',
    );
    expect(await userNames()).not.toContain('short');
  });
});

describe('a command', () => {
  it('that is unknown or lacks an option gets the usage, before anything is opened', async () => {
    const shell = {
      readEnv: () => readEnv({}),
      stdin: Readable.from(['']),
    };
    await expect(runCommand([], shell)).rejects.toThrow('usage: node cli.js');
    await expect(runCommand(['sign-in-link', '--usr', 'a'], shell)).rejects.toThrow("'--usr'");
    await expect(run('sign-in-link')).rejects.toThrow('--user is missing');
  });
});
