import { request } from 'node:http';
import { resetPassword } from '@kerf/application';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startApi } from '../create-app.js';
import { networkRate } from '../http/pipeline.js';
import { RateLimit } from '../request/rate-limits.js';
import {
  type Answer,
  ApiUnderTest,
  ada,
  at,
  cookieOf,
  type Sender,
  unauthenticated,
} from '../testing/api-under-test.js';
import { SignInThrottle } from './sign-in-throttle.js';

let api: ApiUnderTest;
beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'), { KERF_TRUSTED_PROXIES: '1' });
});
afterAll(() => api.close());

const viewer = '{ viewer { name kind roles hasPassword } }';
const newLink = (name: string) => api.signInLink(name);
const useLink = (secret: string, headers: Sender = {}) =>
  api.send('GET', `/auth/link?token=${secret}`, headers);

async function setPassword(name: string, password: string): Promise<void> {
  await api.signInLink(name);
  await resetPassword(api.api.parts.ports, ada, {
    userName: name,
    newPassword: password,
    revokesTokens: false,
    requestId: null,
  });
}

describe('a one-time link', () => {
  it('opens a session and the dashboard, once', async () => {
    const secret = await newLink('ada');
    const first = await useLink(secret);
    expect(first.status).toBe(303);
    expect(first.headers.get('location')).toBe('/');
    const [session, device] = first.headers.getSetCookie();
    expect(session).toMatch(
      /^kerf_session=kerf_session_[\w-]{43}; Max-Age=604800; Path=\/; .*HttpOnly; SameSite=Strict$/,
    );
    // The provider sends browsers back from another site, and they must be known then.
    expect(device).toMatch(/^kerf_device=kerf_device_[\w-]{43}; .*HttpOnly; SameSite=Lax$/);
    const again = await useLink(secret);
    expect(again.status).toBe(410);
    expect(again.body).toContain('sign-in-link --user');
    expect(again.headers.getSetCookie()).toEqual([]);
  });

  it('is not used up by a preview that asks for the head', async () => {
    const secret = await newLink('ada');
    expect((await api.send('HEAD', `/auth/link?token=${secret}`, {})).status).toBe(204);
    expect((await useLink(secret)).status).toBe(303);
  });

  it('that was never created gets the same page', async () => {
    expect((await useLink('kerf_link_none')).status).toBe(410);
    expect((await api.send('GET', '/auth/link?token=a&token=b', {})).status).toBe(410);
  });

  it('ends the session that the browser came with', async () => {
    const before = await api.signIn();
    await useLink(await newLink('ada'), { cookie: before['cookie'] ?? '' });
    expect((await api.graphql(before, viewer)).status).toBe(401);
  });
});

describe('cookies with HTTPS', () => {
  it('belong to this very host, and those that another host of the domain could set do not count', async () => {
    const secure = await startApi({
      ...api.api.parts.env,
      KERF_API_PORT: 0,
      KERF_COOKIE_SECURE: true,
    });
    const link = await fetch(`${secure.url}/auth/link?token=${await newLink('ada')}`, {
      redirect: 'manual',
    });
    const cookies = link.headers.getSetCookie();
    const ask = async (cookie: string) =>
      (await fetch(`${secure.url}/api/v1/clusters`, { headers: { cookie } })).status;
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Host-kerf_(session|device)=[^;]+; .*Path=\/; .*HttpOnly; Secure/);
    }
    const [session = ''] = cookies[0]?.split(';') ?? [];
    expect(await ask(session)).toBe(200);
    expect(await ask(session.replace('__Host-', ''))).toBe(401);
    await secure.close();
  });
});

describe('a request to a host name that is not Kerf’s', () => {
  const get = (headers: Record<string, string>) =>
    new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      request(`${api.url}/auth/options`, { headers }, (response) => {
        let text = '';
        response.on('data', (chunk) => (text += String(chunk)));
        response.on('end', () => resolve({ status: response.statusCode, text }));
      })
        .on('error', reject)
        .end();
    });

  it('is refused, with the setting, because its page may only have been led here', async () => {
    const refused = await get({ host: 'evil.example' });
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('KERF_PUBLIC_URL');
    expect((await get({ host: 'localhost' })).status).toBe(200);
  });
});

describe('links that are wrong', () => {
  const from = { 'x-forwarded-for': '198.51.100.90' };

  it('use up nothing that a correct link or a password of the network needs', async () => {
    const wrong: Answer[] = [];
    for (let count = 0; count < 40; count += 1) wrong.push(await useLink('none', from));
    expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([410]));
    expect((await useLink(await newLink('ada'), from)).status).toBe(303);
    const body = { name: 'nobody', password: 'a wrong enough password' };
    expect((await api.send('POST', '/auth/sign-in', from, body)).status).toBe(401);
  });
});

describe('a network that sends too many requests', () => {
  const from = { 'x-forwarded-for': '198.51.100.91' };
  const spend = async () => {
    const limit = new RateLimit(api.api.parts.rateLimits, networkRate);
    // Two windows: each is prolonged with its first action, so that none begins anew meanwhile.
    for (let left = networkRate.burst; left > 0; left -= 1) {
      await limit.take('198.51.100.91');
      if (left === networkRate.burst || left === networkRate.burst - 100) {
        await api.prolongRateLimits();
      }
    }
  };

  it('is refused without a caller and with wrong tokens, and keeps no caller and no sign-in out', async () => {
    const { cookie = '' } = await api.signIn();
    await spend();
    const bogus = { ...from, authorization: 'Bearer kerf_token_none' };
    const path = '/api/v1/clusters';
    expect((await api.send('GET', path, from)).status).toBe(429);
    expect((await api.send('GET', path, bogus)).status).toBe(429);
    expect((await api.send('GET', path, { ...from, ...api.reader })).status).toBe(200);
    expect((await api.send('GET', path, { ...from, cookie })).status).toBe(200);
    expect((await useLink(await newLink('ada'), from)).status).toBe(303);
    const body = { name: 'nobody', password: 'a wrong enough password' };
    expect((await api.send('POST', '/auth/sign-in', from, body)).status).toBe(401);
  });
});

describe('a password', () => {
  beforeAll(() => setPassword('grace', 'a long enough password'));
  const signIn = (name: string, password: string, headers: Sender = {}) =>
    api.send('POST', '/auth/sign-in', headers, { name, password });

  it('opens a session', async () => {
    const answer = await signIn('grace', 'a long enough password', { origin: api.url });
    expect(answer).toMatchObject({ status: 204, body: '' });
    const sender = { cookie: cookieOf(answer), origin: api.url, 'x-kerf-csrf': '1' };
    expect((await api.graphql(sender, viewer)).body).toEqual({
      data: { viewer: { name: 'grace', kind: 'USER', roles: ['admin'], hasPassword: true } },
    });
  });

  it('gets the same answer whether it is wrong or the user does not exist', async () => {
    await api.signInLink('linus');
    const answers = await Promise.all([
      signIn('grace', 'a wrong enough password'),
      signIn('nobody', 'a long enough password'),
      signIn('linus', ''),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 400]);
    expect(at(answers[0]?.body, 'detail')).toBe(at(answers[1]?.body, 'detail'));
    expect(answers[0]?.body).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('sent by another site’s page is refused', async () => {
    const answer = await signIn('grace', 'a long enough password', {
      origin: 'https://evil.example.com',
    });
    expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  });

  it('cannot be guessed quickly', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 12 }, () => signIn('guessed', 'a wrong enough password')),
    );
    const refused = guesses.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(1);
    expect(refused[0]?.body).toMatchObject({ code: 'RATE_LIMITED' });
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('cannot be guessed faster with a second API process', async () => {
    const other = await startApi({ ...api.api.parts.env, KERF_API_PORT: 0 });
    const throttle = api.api.app.get(SignInThrottle, { strict: false });
    const attempt = { name: 'guessed-twice', address: '192.0.2.1', device: null };
    for (let guess = 0; guess < 10; guess += 1) await throttle.take(attempt);
    await api.prolongRateLimits();
    const answer = await fetch(`${other.url}/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': attempt.address },
      body: JSON.stringify({ name: attempt.name, password: 'a wrong enough password' }),
    });
    await other.close();
    expect(answer.status).toBe(429);
  });
});

describe('wrong passwords of others', () => {
  const address = '198.51.100.7';
  const password = 'a long enough password';
  const signIn = (headers: Sender, secret: string) =>
    api.send(
      'POST',
      '/auth/sign-in',
      { ...headers, 'x-forwarded-for': address },
      { name: 'owner', password: secret },
    );
  /** Returns the cookie that names the browser, among all that a sign-in sets. */
  const deviceOf = ({ headers }: Answer): Sender => {
    const cookies = headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '');
    return { cookie: cookies.find((cookie) => cookie.startsWith('kerf_device=')) ?? '' };
  };
  /** Uses up the attempts from this address for an hour: however long the spec takes, none is left. */
  const guessALot = async () => {
    const throttle = api.api.app.get(SignInThrottle, { strict: false });
    const attempt = { name: 'owner', address, device: null };
    for (let guess = 0; guess < 10; guess += 1) await throttle.take(attempt);
    await api.prolongRateLimits();
  };

  it('do not keep a user out of a browser that signed in before', async () => {
    await setPassword('owner', password);
    const browser = deviceOf(await signIn({}, password));
    await guessALot();
    expect((await signIn({}, password)).status).toBe(429);
    expect((await signIn(browser, password)).status).toBe(204);
    // The cookie says that the browser is known, and opens nothing by itself.
    expect(browser['cookie']).toMatch(/^kerf_device=kerf_device_[\w-]{43}$/);
    expect((await signIn(browser, 'a wrong enough password')).status).toBe(401);
    expect((await api.send('GET', '/api/v1/clusters', browser)).status).toBe(401);
  });

  it('are not let through by the browser of somebody else', async () => {
    const other = deviceOf(await useLink(await newLink('stranger')));
    expect((await signIn(other, password)).status).toBe(429);
  });
});

describe('a session', () => {
  it('reads with its cookie, and writes only from our own pages', async () => {
    const { cookie = '', origin = '', ...csrf } = await api.signIn();
    const mutation =
      'mutation { recheckCluster(input: { id: "clu_none" }) { userErrors { code } } }';
    const done = { data: { recheckCluster: { userErrors: [{ code: 'NOT_FOUND' }] } } };
    expect((await api.graphql({ cookie, origin, ...csrf }, mutation)).body).toEqual(done);
    const forged = [
      { cookie },
      { cookie, origin },
      { cookie, ...csrf },
      { cookie, ...csrf, origin: 'https://evil.example.com' },
    ];
    const answers = await Promise.all(forged.map((sender) => api.graphql(sender, mutation)));
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(answers[0]?.body).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
    expect((await api.send('GET', '/api/v1/clusters', { cookie })).status).toBe(200);
    expect((await api.send('POST', '/api/v1/clusters', { cookie }, {})).status).toBe(403);
  });

  it('ends with sign-out, by GraphQL and by REST', async () => {
    const one = await api.signIn();
    const out = await api.graphql(one, 'mutation { signOut { userErrors { code } } }');
    expect(out.body).toEqual({ data: { signOut: { userErrors: [] } } });
    expect(out.headers.getSetCookie().join()).toContain('kerf_session=;');
    expect((await api.graphql(one, viewer)).status).toBe(401);
    const two = await api.signIn();
    expect((await api.send('POST', '/auth/sign-out', two)).status).toBe(204);
    expect((await api.graphql(two, viewer)).status).toBe(401);
  });

  it('that has ended gives no access, and does not prevent a new sign-in', async () => {
    const sender = { cookie: 'kerf_session=kerf_session_gone' };
    expect((await api.send('GET', '/api/v1/clusters', sender)).status).toBe(401);
    expect((await useLink(await newLink('ada'), sender)).status).toBe(303);
  });
});

describe('a token', () => {
  it('authenticates in GraphQL and REST, and has no session', async () => {
    expect((await api.graphql(api.reader, viewer)).body).toEqual({
      data: {
        viewer: { name: 'reader', kind: 'API_TOKEN', roles: ['viewer'], hasPassword: false },
      },
    });
    const out = await api.graphql(api.writer, 'mutation { signOut { userErrors { code } } }');
    expect(at(out.body, 'data.signOut.userErrors.0.code')).toBe('FORBIDDEN');
    const password = await api.graphql(
      api.writer,
      'mutation { setPassword(input: { newPassword: "a long enough password" }) { userErrors { code } } }',
    );
    expect(at(password.body, 'data.setPassword.userErrors.0.code')).toBe('FORBIDDEN');
  });

  it('with the role viewer is refused writes, with the reason', async () => {
    const mutation = await api.graphql(
      api.reader,
      'mutation { recheckCluster(input: { id: "clu_none" }) { userErrors { code } } }',
    );
    expect(mutation).toMatchObject({
      status: 403,
      body: { errors: [{ extensions: { code: 'FORBIDDEN' } }] },
    });
    expect(at(mutation.body, 'errors.0.message')).toContain(
      'The token reader has no role that allows',
    );
    const post = await api.send('POST', '/api/v1/clusters/prod/recheck', api.reader);
    expect(post).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  });

  it.each([
    [{ authorization: 'Bearer kerf_token_none' }, 'unknown, revoked or expired'],
    [{ authorization: 'Basic YWRhOmFkYQ==' }, 'must be "Bearer'],
    [{ authorization: 'Bearer' }, 'must be "Bearer'],
    [unauthenticated, 'Sign in'],
  ])('that is unknown is refused: %j', async (sender, words) => {
    const rest = await api.send('GET', '/api/v1/clusters', sender);
    expect(rest).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
    expect(at(rest.body, 'detail')).toContain(words);
    expect(rest.headers.get('www-authenticate')).toBe('Bearer');
    const graphql = await api.graphql(sender, viewer);
    expect(graphql.status).toBe(401);
    expect(at(graphql.body, 'errors.0.extensions.code')).toBe('UNAUTHENTICATED');
  });

  it('counts before the cookie that comes with it', async () => {
    const { cookie = '' } = await api.signIn();
    const sender = { cookie, authorization: 'Bearer kerf_token_none' };
    expect((await api.send('GET', '/api/v1/clusters', sender)).status).toBe(401);
  });
});
