import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { invariant } from '@kerf/core';
import { AuditQueries } from '@kerf/db';
import { freePort } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, at, type Sender } from '../../testing/api-under-test.js';
import { clientId, clientSecret, ProviderUnderTest } from '../../testing/provider-under-test.js';
import { type Page, TestBrowser } from '../../testing/test-browser.js';

let api: ApiUnderTest;
let provider: ProviderUnderTest;
let folder: string;

async function startApi(more: Readonly<Record<string, string>> = {}): Promise<ApiUnderTest> {
  const port = new URL(kerfUrl).port;
  return ApiUnderTest.start(inject('databaseUrl'), {
    KERF_API_PORT: port,
    KERF_PUBLIC_URL: kerfUrl,
    KERF_OIDC_ISSUER: provider.issuer,
    KERF_OIDC_CLIENT_ID: clientId,
    KERF_OIDC_CLIENT_SECRET_FILE: join(folder, 'secret'),
    KERF_OIDC_SCOPES: 'openid profile email groups',
    KERF_OIDC_NAME: 'Example SSO',
    ...more,
  });
}

let kerfUrl: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kerf-oidc-'));
  writeFileSync(join(folder, 'secret'), `${clientSecret}\n`);
  kerfUrl = `http://127.0.0.1:${await freePort()}`;
  provider = await ProviderUnderTest.start(kerfUrl);
  provider.people.set('ada-1', {
    email: 'ada@example.com',
    email_verified: true,
    groups: ['platform', 'on-call'],
  });
  api = await startApi();
});
afterAll(async () => {
  await api.close();
  await provider.stop();
  rmSync(folder, { recursive: true });
});

/** Signs in at the provider, up to the redirect back to Kerf. */
async function authenticate(browser: TestBrowser, login: string, to = '/'): Promise<string> {
  const start = `${kerfUrl}/auth/oidc/sign-in?to=${encodeURIComponent(to)}`;
  return authenticateAt(browser, login, start);
}

async function authenticateAt(browser: TestBrowser, login: string, url: string): Promise<string> {
  const callback = `${kerfUrl}/auth/oidc/callback`;
  let page = await browser.follow(url, callback);
  if (page.text.includes('name="login"')) {
    page = await browser.submit(page, { login, password: 'any' }, callback);
  }
  if (page.location === null) page = await browser.submit(page, {}, callback);
  invariant(page.location !== null, `the provider sends the browser back: ${page.text}`);
  return page.location;
}

async function signIn(login: string, to = '/'): Promise<{ browser: TestBrowser; page: Page }> {
  const browser = new TestBrowser();
  return { browser, page: await browser.request(await authenticate(browser, login, to)) };
}

/** The headers that Kerf's pages send in this browser. */
const senderOf = (browser: TestBrowser): Sender => ({
  cookie: browser.cookieOf(kerfUrl),
  origin: kerfUrl,
  'x-kerf-csrf': '1',
});

const viewerOf = async (browser: TestBrowser) =>
  at((await api.graphql(senderOf(browser), '{ viewer { name kind } }')).body, 'data.viewer');

async function audited(action: string, size = 20) {
  const { items } = await new AuditQueries(api.api.parts.database.pool).page(
    { action },
    { size, edge: 'first', cursor: null },
  );
  return items.map(({ value }) => value);
}

const groupsOf = async (name: string) =>
  (await api.api.parts.ports.store.identity.findUserByName(name))?.user.groups;

const problemOf = (page: Page) => new URL(page.location ?? kerfUrl).searchParams.get('problem');

describe('a sign-in at the identity provider', () => {
  it('creates a user at the first time, with the groups, and finds it again', async () => {
    const first = await signIn('ada-1', '/cost');
    expect(first.page).toMatchObject({ status: 303, location: `${kerfUrl}/cost` });
    expect(await viewerOf(first.browser)).toEqual({ name: 'ada@example.com', kind: 'USER' });
    expect(await groupsOf('ada@example.com')).toEqual(['on-call', 'platform']);
    provider.people.set('ada-1', {
      email: 'ada@new.example',
      email_verified: true,
      groups: ['platform'],
    });
    const second = await signIn('ada-1');
    expect(await viewerOf(second.browser)).toEqual({ name: 'ada@example.com', kind: 'USER' });
    expect(await groupsOf('ada@example.com')).toEqual(['platform']);
    expect(await audited('user.update-groups')).toMatchObject([
      { before: { groups: ['on-call', 'platform'] }, after: { groups: ['platform'] } },
      { after: { groups: ['on-call', 'platform'] } },
    ]);
    expect((await audited('session.sign-in'))[0]).toMatchObject({
      actor: { name: 'ada@example.com' },
      outcome: 'Done',
      after: { method: 'provider' },
    });
  });

  it('is by the user whom an administrator created for this person', async () => {
    const create = (fields: object) => api.send('POST', '/api/v1/users', api.writer, fields);
    const { issuer } = provider;
    const externalIdentity = { issuer, subject: 'lin-1' };
    const created = await create({ name: 'lin', externalIdentity });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ name: 'lin', roles: [], externalIdentity });
    provider.people.set('lin-1', { preferred_username: 'somebody', groups: ['platform'] });
    const { browser } = await signIn('lin-1');
    expect(await viewerOf(browser)).toEqual({ name: 'lin', kind: 'USER' });
    expect(await groupsOf('lin')).toEqual(['platform']);
    expect(await create({ name: 'lin two', externalIdentity })).toMatchObject({ status: 409 });
    const foreign = { issuer: 'https://other.example', subject: 'lin-2' };
    const refused = await create({ name: 'lin two', externalIdentity: foreign });
    expect(refused.status).toBe(400);
    expect(at(refused.body, 'errors.0')).toMatchObject({
      pointer: '#/externalIdentity/issuer',
      detail: `must be ${issuer}, the issuer of the identity provider`,
    });
  });

  it('takes over no local user of the same name', async () => {
    await api.signInLink('grace');
    provider.people.set('grace-1', { preferred_username: 'grace', groups: [] });
    const { browser } = await signIn('grace-1');
    expect(await viewerOf(browser)).toMatchObject({ name: 'grace (Example SSO)' });
  });

  it('does not name a user by an e-mail address that is not verified', async () => {
    provider.people.set('eve-1', { email: 'root@example.com', email_verified: false });
    const { browser } = await signIn('eve-1');
    expect(await viewerOf(browser)).toMatchObject({ name: 'eve-1' });
  });

  it('takes all groups away when the provider sends none', async () => {
    provider.people.set('ken-1', { groups: ['platform'] });
    await signIn('ken-1');
    provider.people.set('ken-1', {});
    await signIn('ken-1');
    expect(await groupsOf('ken-1')).toEqual([]);
    expect((await audited('user.update-groups'))[0]).toMatchObject({
      after: { isClaimAbsent: true },
    });
  });

  it('ends at the latest after the configured hours', async () => {
    const { browser } = await signIn('ken-1');
    const digest = api.api.parts.ports.secrets.digest(
      /kerf_session=([^;]+)/.exec(browser.cookieOf(kerfUrl))?.[1] ?? '',
    );
    const { createdAt, expiresAt } = await api.api.parts.database.prisma.session.findUniqueOrThrow({
      where: { digest },
    });
    expect(expiresAt.getTime() - createdAt.getTime()).toBe(8 * 3_600_000);
  });

  it('gives no password, which would outlast the access at the provider', async () => {
    const { browser } = await signIn('ada-1');
    const { body } = await api.graphql(
      senderOf(browser),
      `mutation { setPassword(input: { newPassword: "a long enough password" }) {
        userErrors { code }
      } }`,
    );
    expect(at(body, 'data.setPassword.userErrors')).toEqual([{ code: 'FORBIDDEN' }]);
    const viewer = await api.graphql(senderOf(browser), '{ viewer { canSetPassword } }');
    expect(at(viewer.body, 'data.viewer.canSetPassword')).toBe(false);
  });

  it('continues after the provider rotates its keys', async () => {
    await provider.stop();
    await provider.restart();
    const { page } = await signIn('ada-1');
    expect(page).toMatchObject({ status: 303, location: `${kerfUrl}/` });
  });

  it('never redirects to another site', async () => {
    for (const to of ['//evil.example', 'https://evil.example', '/\\evil.example', '/a\\b']) {
      const { page } = await signIn('ada-1', to);
      expect(page.location).toBe(`${kerfUrl}/`);
    }
  });
});

describe('a sign-in at the identity provider fails', () => {
  it('with the state of another browser, and without a cookie', async () => {
    const browser = new TestBrowser();
    const foreign = await authenticate(new TestBrowser(), 'ada-1');
    await authenticate(browser, 'ada-1');
    expect(problemOf(await browser.request(foreign))).toBe('stale-sign-in');
    expect(problemOf(await new TestBrowser().request(foreign))).toBe('stale-sign-in');
    expect((await audited('session.sign-in'))[0]).toMatchObject({
      outcome: 'Refused',
      actor: { kind: 'Anonymous' },
      after: { method: 'provider', why: 'stale-sign-in' },
    });
  });

  it('with another nonce', async () => {
    const browser = new TestBrowser();
    const begun = await browser.request(`${kerfUrl}/auth/oidc/sign-in`);
    const url = new URL(begun.location ?? '');
    url.searchParams.set('nonce', 'another');
    const callback = await authenticateAt(browser, 'ada-1', url.href);
    expect(problemOf(await browser.request(callback))).toBe('invalid-answer');
  });

  it('with a code that was used before, although the browser kept its cookie', async () => {
    const browser = new TestBrowser();
    const callback = await authenticate(browser, 'ada-1');
    const cookie = browser.cookieOf(kerfUrl);
    expect((await browser.request(callback)).location).toBe(`${kerfUrl}/`);
    const again = await fetch(callback, { redirect: 'manual', headers: { cookie } });
    expect(again.headers.get('location')).toBe('/sign-in?problem=code-refused');
  });

  it('when the user refuses', async () => {
    const browser = new TestBrowser();
    const begun = await browser.request(`${kerfUrl}/auth/oidc/sign-in`);
    const state = new URL(begun.location ?? '').searchParams.get('state') ?? '';
    const query = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer });
    const page = await browser.request(`${kerfUrl}/auth/oidc/callback?${query}`);
    expect(problemOf(page)).toBe('provider-refused');
  });

  it('when the provider leaves out groups because there are too many', async () => {
    provider.people.set('max-1', { hasgroups: true });
    expect(problemOf((await signIn('max-1')).page)).toBe('groups-overage');
  });

  it('when the user is disabled', async () => {
    provider.people.set('bob-1', { preferred_username: 'bob' });
    await signIn('bob-1');
    const { identity } = api.api.parts.ports.store;
    const bob = await identity.findUserByName('bob');
    await identity.setDisabled(bob?.user.id ?? '', Date.now());
    const { page, browser } = await signIn('bob-1');
    expect(problemOf(page)).toBe('user-disabled');
    expect(browser.cookieOf(kerfUrl)).not.toContain('kerf_session');
    expect((await audited('session.sign-in'))[0]).toMatchObject({
      object: { name: 'bob' },
      outcome: 'Refused',
      after: { why: 'user-disabled' },
    });
  });

  it('when the clocks differ by more than a minute', async () => {
    const ageBy = (seconds: number) => {
      provider.changeClaims = ({ iat = 0, ...claims }) => ({
        ...claims,
        iat: iat - seconds,
        exp: iat - seconds + 1,
      });
    };
    try {
      ageBy(30);
      expect((await signIn('ada-1')).page.location).toBe(`${kerfUrl}/`);
      ageBy(120);
      expect(problemOf((await signIn('ada-1')).page)).toBe('invalid-answer');
    } finally {
      provider.changeClaims = null;
    }
  });

  it('with an ID token for another client, and with a foreign signature', async () => {
    provider.changeClaims = (claims) => ({ ...claims, aud: 'another-client' });
    expect(problemOf((await signIn('ada-1')).page)).toBe('invalid-answer');
    provider.changeClaims = null;
    provider.signsWithForeignKey = true;
    expect(problemOf((await signIn('ada-1')).page)).toBe('invalid-answer');
    provider.signsWithForeignKey = false;
  });

  it('while the provider is down; a sign-in link works', async () => {
    const browser = new TestBrowser();
    const callback = await authenticate(browser, 'ada-1');
    await provider.stop();
    try {
      expect(problemOf(await browser.request(callback))).toBe('provider-unavailable');
      // The browser must not leave for a page that cannot be loaded.
      expect(problemOf(await new TestBrowser().request(`${kerfUrl}/auth/oidc/sign-in`))).toBe(
        'provider-unavailable',
      );
      expect((await api.graphql(await api.signIn('linus'), '{ viewer { name } }')).status).toBe(
        200,
      );
    } finally {
      await provider.restart();
    }
  });
});

describe('the people who may sign in', () => {
  it('can be limited to e-mail domains and groups, and passwords can be disabled', async () => {
    await api.close();
    api = await startApi({
      KERF_OIDC_ALLOWED_DOMAINS: 'example.com,example.org',
      KERF_OIDC_ALLOWED_GROUPS: 'platform',
      KERF_PASSWORD_SIGN_IN: 'off',
    });
    const cases: readonly (readonly [string, object, string])[] = [
      ['a', { email: 'a@Example.org', email_verified: true, groups: ['platform'] }, '/'],
      ['b', { email: 'b@evil.com', email_verified: true, groups: ['platform'] }, 'foreign-domain'],
      [
        'c',
        { email: 'c@example.com', email_verified: false, groups: ['platform'] },
        'foreign-domain',
      ],
      [
        'd',
        { email: 'd@example.com.evil.com', email_verified: true, groups: ['platform'] },
        'foreign-domain',
      ],
      [
        'e',
        { email: 'e@example.com', email_verified: true, groups: ['others'] },
        'not-in-allowed-group',
      ],
    ];
    for (const [login, claims, expected] of cases) {
      provider.people.set(login, { ...claims });
      expect((await signIn(login)).page.location).toContain(expected);
    }
    expect(await api.api.parts.ports.store.identity.userNames()).toEqual(['a@Example.org']);
    const options = await api.send('GET', '/auth/options', {});
    expect(options.body).toEqual({ providerName: 'Example SSO', password: 'off' });
    const password = await api.send('POST', '/auth/sign-in', {}, { name: 'a', password: 'b' });
    expect(password).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('is off') },
    });
  });

  it('are unknown while the provider was never reached', async () => {
    await api.close();
    await provider.stop();
    api = await startApi();
    try {
      const page = await new TestBrowser().request(`${kerfUrl}/auth/oidc/sign-in`);
      expect(page.location).toBe(`${kerfUrl}/sign-in?problem=provider-unavailable`);
    } finally {
      await provider.restart();
    }
  });
});

describe('answers of the provider that belong to no sign-in', () => {
  const stray = (browser = new TestBrowser(), query = 'code=a&state=b') =>
    browser.request(`${kerfUrl}/auth/oidc/callback?${query}`);
  const strayALot = async () => {
    const pages: Page[] = [];
    for (let count = 0; count < 40; count += 1) pages.push(await stray());
    return pages;
  };
  const strayed = async () => (await audited('session.sign-in', 200)).length;

  it('do not keep others of the network from signing in, by the provider, a link or a password', async () => {
    const pages = await strayALot();
    expect(new Set(pages.map(problemOf))).toEqual(new Set(['stale-sign-in']));
    expect((await signIn('ada-1')).page.location).toBe(`${kerfUrl}/`);
    const link = await api.send('GET', `/auth/link?token=${await api.signInLink('linus')}`, {});
    expect(link.status).toBe(303);
    const wrong = await api.send('POST', '/auth/sign-in', {}, { name: 'linus', password: 'a' });
    expect(wrong.status).toBe(401);
  });

  it('fill the audit log with no more than a few entries', async () => {
    await api.prolongRateLimits();
    const before = await strayed();
    await strayALot();
    expect((await strayed()) - before).toBeLessThanOrEqual(30);
  });

  it('and codes that the provider refuses do not lock a browser that signed in before', async () => {
    const { browser } = await signIn('ada-1');
    for (let attempt = 0; attempt < 31; attempt += 1) {
      const guesser = new TestBrowser();
      const begun = await guesser.request(`${kerfUrl}/auth/oidc/sign-in`);
      const state = new URL(begun.location ?? '').searchParams.get('state');
      await stray(guesser, `code=none&state=${state}`);
    }
    await api.prolongRateLimits();
    expect((await signIn('ada-1')).page.status).toBe(429);
    const known = await authenticateAt(browser, 'ada-1', `${kerfUrl}/auth/oidc/sign-in`);
    expect((await browser.request(known)).location).toBe(`${kerfUrl}/`);
    await api.api.parts.database.pool.query('DELETE FROM rate_limits');
  });
});

describe('a sign-out', () => {
  it('leads to the provider, which ends its session and sends the browser back', async () => {
    const { browser } = await signIn('ada-1');
    const out = await api.graphql(
      senderOf(browser),
      'mutation { signOut { logoutUrl userErrors { code } } }',
    );
    const url = String(at(out.body, 'data.signOut.logoutUrl'));
    expect(url).toMatch(`${provider.issuer}/session/end`);
    const page = await browser.request(url);
    const done = await browser.submit(page, { logout: 'yes' }, kerfUrl);
    expect(done.location).toBe(`${kerfUrl}/sign-in`);
    expect((await api.graphql(senderOf(browser), '{ viewer { name } }')).status).toBe(401);
  });

  it('at the provider ends the sessions here, of this browser only', async () => {
    const here = await signIn('ada-1');
    const elsewhere = await signIn('ada-1');
    const page = await here.browser.request(`${provider.issuer}/session/end`);
    await here.browser.submit(page, { logout: 'yes' }, kerfUrl);
    await expect
      .poll(async () => (await api.graphql(senderOf(here.browser), '{ viewer { name } }')).status)
      .toBe(401);
    expect(await viewerOf(elsewhere.browser)).toMatchObject({ kind: 'USER' });
    expect((await audited('session.sign-out'))[0]).toMatchObject({
      actor: { name: expect.stringContaining('(identity provider)') },
      after: { method: 'provider' },
    });
  });

  it('by a logout token works once, and not by another token of the provider', async () => {
    const { browser } = await signIn('ada-1');
    const send = (token: string) =>
      fetch(`${kerfUrl}/auth/oidc/backchannel-logout`, {
        method: 'POST',
        body: new URLSearchParams({ logout_token: token }),
      });
    const used = await send(provider.logoutTokens.at(-1) ?? '');
    expect([used.status, await used.json()]).toMatchObject([400, { error: 'invalid_request' }]);
    const out = await api.graphql(senderOf(browser), 'mutation { signOut { logoutUrl } }');
    const idToken = new URL(String(at(out.body, 'data.signOut.logoutUrl'))).searchParams.get(
      'id_token_hint',
    );
    expect((await send(idToken ?? '')).status).toBe(400);
    expect((await send('')).status).toBe(400);
  });

  it('by a local user leads to no provider', async () => {
    const out = await api.graphql(await api.signIn('ada'), 'mutation { signOut { logoutUrl } }');
    expect(out.body).toEqual({ data: { signOut: { logoutUrl: null } } });
  });
});
