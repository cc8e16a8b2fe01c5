import type { ApiToken } from '@kerf/application';
import { invariant } from '@kerf/core';
import { AuditQueries } from '@kerf/db';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { SignInThrottle } from '../../auth/sign-in-throttle.js';
import { ApiUnderTest, ada, at, type Sender } from '../../testing/api-under-test.js';

let api: ApiUnderTest;
beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
});
afterAll(() => api.close());

const identity = () => api.api.parts.ports.store.identity;

interface Made {
  readonly id: string;
  readonly sender: Sender;
}

async function make(by: Sender, name: string, expiresInDays = 1): Promise<Made> {
  const { status, body } = await api.send('POST', '/api/v1/api-tokens', by, {
    name,
    role: 'admin',
    expiresInDays,
  });
  invariant(status === 201, `the token is made: ${JSON.stringify(body)}`);
  const secret = String(at(body, 'secret'));
  return { id: String(at(body, 'token.id')), sender: { authorization: `Bearer ${secret}` } };
}

const status = async (sender: Sender) => (await api.send('GET', '/api/v1/clusters', sender)).status;

async function tokenNamed(name: string): Promise<ApiToken> {
  const token = (await identity().listTokens()).find((one) => one.name === name);
  invariant(token !== undefined, `there is a token ${name}`);
  return token;
}

interface Entry {
  readonly action: string;
  readonly outcome: string;
  readonly actor: string;
  readonly object: string;
  readonly comment: string | null;
  readonly after: unknown;
}

async function audited(action: string): Promise<readonly Entry[]> {
  const { items } = await new AuditQueries(api.api.parts.database.pool).page(
    { action },
    { size: 100, edge: 'first', cursor: null },
  );
  return items.map(({ value }) => ({
    action: value.action,
    outcome: value.outcome,
    actor: `${value.actor.kind} ${value.actor.name}`,
    object: value.object.name,
    comment: value.comment,
    after: value.after,
  }));
}

describe('a token that creates tokens', () => {
  it('takes them along when it is revoked, however far they were handed on', async () => {
    const first = await make(api.writer, 'first');
    const second = await make(first.sender, 'second');
    const third = await make(second.sender, 'third', 1);
    const other = await make(api.writer, 'other');
    const revoked = await api.send('DELETE', `/api/v1/api-tokens/${first.id}`, api.writer);
    expect(revoked).toMatchObject({ status: 200, body: { id: first.id } });
    const all = [first, second, third, other].map(({ sender }) => status(sender));
    expect(await Promise.all(all)).toEqual([401, 401, 401, 200]);
    const comments = Object.fromEntries(
      (await audited('api-token.revoke')).map(({ object, comment }) => [object, comment]),
    );
    expect(comments).toMatchObject({
      first: null,
      second: 'created by first, revoked with first',
      third: 'created by second, revoked with first',
    });
    const again = await api.send('DELETE', `/api/v1/api-tokens/${first.id}`, api.writer);
    expect(again.status).toBe(404);
  });

  it('creates none that ends later than itself', async () => {
    const short = await make(await api.signIn(), 'short', 2);
    const longer = await api.send('POST', '/api/v1/api-tokens', short.sender, {
      name: 'longer',
      role: 'viewer',
      expiresInDays: 3,
    });
    expect(longer).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '#/expiresInDays', detail: expect.stringContaining('1 to 2') }] },
    });
    await make(short.sender, 'as long', 2);
    expect((await tokenNamed('as long')).expiresAt).toBe((await tokenNamed('short')).expiresAt);
    await make(short.sender, 'shorter', 1);
    expect((await tokenNamed('shorter')).expiresAt).toBeLessThan(
      (await tokenNamed('short')).expiresAt,
    );
  });

  it('cannot create any while it is being revoked', async () => {
    const parent = await make(api.writer, 'revoked meanwhile');
    const { store } = api.api.parts.ports;
    let creation: Promise<{ status: number }> | undefined;
    await store.transaction(async (tx) => {
      await tx.identity.revokeTokenTree(parent.id, Date.now());
      // Its request was let in before; it waits for the end of this transaction.
      creation = api.send('POST', '/api/v1/api-tokens', parent.sender, {
        name: 'too late',
        role: 'viewer',
        expiresInDays: 1,
      });
      await expect
        .poll(async () => {
          const { rows } = await api.api.parts.database.pool.query(
            `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'
             AND query LIKE '%api_tokens%' AND datname = current_database()`,
          );
          return rows.length;
        })
        .toBe(1);
    });
    expect((await creation)?.status).toBe(401);
    expect((await identity().listTokens()).map(({ name }) => name)).not.toContain('too late');
  });
});

const setPassword = (sender: Sender, input: string) =>
  api.graphql(
    sender,
    `mutation { setPassword(input: { ${input} }) { userErrors { code field message } } }`,
  );
const newPassword = 'newPassword: "a long enough password"';

describe('a new password', () => {
  it('ends the other sessions of its owner and their open links, and nobody else’s', async () => {
    const mine = await api.signIn('grace');
    const other = await api.signIn('grace');
    const foreign = await api.signIn('linus');
    const link = await api.signInLink('grace');
    expect((await setPassword(mine, newPassword)).body).toEqual({
      data: { setPassword: { userErrors: [] } },
    });
    const all = [mine, other, foreign].map((sender) => status(sender));
    expect(await Promise.all(all)).toEqual([200, 401, 200]);
    expect((await api.send('GET', `/auth/link?token=${link}`, {})).status).toBe(410);
  });

  it('leaves the tokens of its owner, unless they are to be revoked', async () => {
    const session = await api.signIn('barbara');
    const token = await make(session, 'barbaras');
    const child = await make(token.sender, 'barbaras child');
    await setPassword(session, newPassword);
    expect(await status(token.sender)).toBe(200);
    await setPassword(
      session,
      `currentPassword: "a long enough password", ${newPassword}, revokeTokens: true`,
    );
    expect(await Promise.all([status(token.sender), status(child.sender)])).toEqual([401, 401]);
    expect(await status(api.writer)).toBe(200);
  });

  it('cannot be had by guessing the old one', async () => {
    const session = await api.signIn('ken');
    await setPassword(session, newPassword);
    const guess = () => setPassword(session, `currentPassword: "a wrong password", ${newPassword}`);
    const wrong = await guess();
    expect(at(wrong.body, 'data.setPassword.userErrors.0.field')).toBe('input.currentPassword');
    const { prisma } = api.api.parts.database;
    const { id } = await prisma.session.findFirstOrThrow({ where: { user: { name: 'ken' } } });
    const throttle = api.api.app.get(SignInThrottle, { strict: false });
    for (let more = 0; more < 4; more += 1) await throttle.takeChange(id);
    await api.prolongRateLimits();
    const refused = await guess();
    expect(at(refused.body, 'errors.0.extensions.code')).toBe('RATE_LIMITED');
    // Nor does it say so when a guess is right.
    const right = `currentPassword: "a long enough password", ${newPassword}`;
    expect(at((await setPassword(session, right)).body, 'errors.0.extensions.code')).toBe(
      'RATE_LIMITED',
    );
    // Whoever has another session is not kept from it.
    const elsewhere = await api.signIn('ken');
    expect(at((await setPassword(elsewhere, right)).body, 'data.setPassword.userErrors')).toEqual(
      [],
    );
  });
});

describe('the audit log', () => {
  it('has each sign-in and sign-out, refused or not, and no secret', async () => {
    await setPassword(await api.signIn('mary'), newPassword);
    const password = 'a long enough password';
    const signIn = (name: string, secret: string) =>
      api.send('POST', '/auth/sign-in', {}, { name, password: secret });
    const { headers } = await signIn('mary', password);
    await signIn('mary', 'hunter2 hunter2');
    await signIn('hunter3 in the wrong field', 'mary');
    await api.send('GET', '/auth/link?token=kerf_link_stolen', {});
    const cookie = headers.getSetCookie().map((line) => line.split(';', 1)[0]);
    const browser = { cookie: cookie.join('; '), origin: api.url, 'x-kerf-csrf': '1' };
    await api.send('POST', '/auth/sign-out', browser);
    const address = expect.stringMatching(/127\.0\.0\.1$/);
    const entries = await audited('session.');
    expect(entries.slice(0, 5)).toMatchObject([
      { action: 'session.sign-out', outcome: 'Done', actor: 'User mary', after: { address } },
      {
        action: 'session.sign-in',
        outcome: 'Refused',
        actor: 'Anonymous unknown',
        object: 'unknown',
        after: { method: 'link', address },
      },
      { outcome: 'Refused', object: 'unknown', after: { method: 'password', address } },
      { outcome: 'Refused', object: 'mary', after: { method: 'password', address } },
      { outcome: 'Done', actor: 'User mary', after: { method: 'password', address } },
    ]);
    expect(
      JSON.stringify(await audited('')).match(/hunter|stolen|kerf_(session|link|device)/),
    ).toBe(null);
  });

  it('has the use of a token that has ended, once in an hour', async () => {
    const token = await make(api.writer, 'ended');
    await api.send('DELETE', `/api/v1/api-tokens/${token.id}`, api.writer);
    await status(token.sender);
    await status(token.sender);
    await status({ authorization: 'Bearer kerf_token_unknown' });
    const entries = await audited('api-token.use');
    expect(entries.filter(({ object }) => object === 'ended')).toMatchObject([
      { outcome: 'Refused', actor: 'ApiToken ended', object: 'ended', after: { why: 'revoked' } },
    ]);
  });
});

it('a user who is created is in the audit log', async () => {
  await api.signInLink('new here');
  expect(await audited('user.create')).toContainEqual(
    expect.objectContaining({ actor: `User ${ada.name}`, object: 'new here' }),
  );
});
