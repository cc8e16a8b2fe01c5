import { createServer, type Server } from 'node:http';
import { invariant, isRecord } from '@kerf/core';
import { AuditQueries } from '@kerf/db';
import { exportJWK, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, at } from '../../testing/api-under-test.js';

/** An issuer of workload tokens, with its metadata and keys over HTTP. */
class Issuer {
  readonly #server: Server;
  #keys: readonly JWK[] = [];
  #location: string | null = null;
  readonly url: string;

  private constructor(server: Server) {
    this.#server = server;
    const address = server.address();
    invariant(isRecord(address), 'the server listens');
    this.url = `http://127.0.0.1:${String(address['port'])}`;
    server.on('request', ({ url }, response) => {
      if (this.#location !== null) response.writeHead(302, { location: this.#location }).end();
      else
        response.end(
          JSON.stringify(url === '/keys' ? { keys: this.#publicKeys() } : this.#metadata()),
        );
    });
  }

  static async start(): Promise<Issuer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = new Issuer(server);
    await issuer.rotate();
    return issuer;
  }

  get host(): string {
    return new URL(this.url).host;
  }

  async rotate(): Promise<void> {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    this.#keys = [{ ...(await exportJWK(privateKey)), alg: 'RS256', kid: crypto.randomUUID() }];
  }

  redirectTo(location: string | null): void {
    this.#location = location;
  }

  async sign(claims: Readonly<Record<string, unknown>> = {}, key = this.#keys[0]): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    const all = { ...github, iss: this.url, iat: now, exp: now + 300, ...claims };
    invariant(key !== undefined, 'the issuer has a key');
    return new SignJWT(all).setProtectedHeader({ alg: 'RS256', kid: key.kid ?? '' }).sign(key);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #metadata() {
    return { issuer: this.url, jwks_uri: `${this.url}/keys` };
  }

  #publicKeys(): readonly JWK[] {
    return this.#keys.map(({ kty = '', n = '', e = '', kid = '' }) => ({
      kty,
      n,
      e,
      kid,
      alg: 'RS256',
    }));
  }
}

const github = {
  sub: 'repo:acme/infra:ref:refs/heads/main',
  aud: 'kerf',
  repository: 'acme/infra',
  'kubernetes.io': { namespace: 'ci' },
};

let api: ApiUnderTest;
let issuer: Issuer;
let privateIssuer: Issuer;
beforeAll(async () => {
  issuer = await Issuer.start();
  privateIssuer = await Issuer.start();
  api = await ApiUnderTest.start(inject('databaseUrl'), { KERF_TRUSTED_ISSUER_HOSTS: issuer.host });
});
afterAll(async () => {
  await api.close();
  issuer.close();
  privateIssuer.close();
});

const terms = (more: object = {}) => ({
  name: 'infra',
  issuer: issuer.url,
  audience: 'kerf',
  conditions: [
    { claim: 'repository', operator: 'EQUALS', value: 'acme/infra' },
    { claim: 'sub', operator: 'GLOB', value: 'repo:acme/infra:ref:refs/heads/*' },
    { claim: 'kubernetes.io/namespace', operator: 'EQUALS', value: 'ci' },
  ],
  role: 'viewer',
  scope: { kind: 'ORGANIZATION' },
  lifetimeSeconds: 600,
  ...more,
});

const create = (more?: object) => api.send('POST', '/api/v1/trust-rules', api.writer, terms(more));

const exchange = (token: string) =>
  api.send(
    'POST',
    '/auth/token',
    {},
    {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: token,
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    },
  );

const refused = (error: string, words: string) => ({
  status: 400,
  body: { error, error_description: expect.stringContaining(words) },
});

const noRule = refused('invalid_grant', 'No trust rule accepts this token');

async function audited(action: string) {
  const { items } = await new AuditQueries(api.api.parts.database.pool).page(
    { action },
    { size: 20, edge: 'first', cursor: null },
  );
  return items.map(({ value }) => value);
}

describe('a workload', () => {
  it('exchanges a token that a rule trusts for a short-lived token with the role of the rule', async () => {
    expect(await create()).toMatchObject({ status: 201, body: { name: 'infra', version: 1 } });
    const issued = await exchange(await issuer.sign());
    expect(issued).toMatchObject({ status: 200, body: { token_type: 'Bearer', expires_in: 600 } });
    const token = { authorization: `Bearer ${String(at(issued.body, 'access_token'))}` };
    expect((await api.send('GET', '/api/v1/clusters', token)).status).toBe(200);
    expect((await api.send('POST', '/api/v1/trust-rules', token, terms())).status).toBe(403);
    expect((await audited('api-token.create'))[0]).toMatchObject({
      actor: { kind: 'ApiToken', name: 'infra: repo:acme/infra:ref:refs/heads/main' },
      after: { role: 'viewer', issuer: issuer.url, subject: github.sub },
    });
  });

  it('has a name that can be stored, whatever its subject is', async () => {
    const long = 'x'.repeat(93);
    for (const sub of ['a\0b', `${long}\u{1f680}${long}`]) {
      const answer = await exchange(
        await issuer.sign({ sub, repository: 'odd', 'kubernetes.io': null }),
      );
      expect(answer).toMatchObject(noRule);
    }
    await create({
      name: 'odd',
      conditions: [{ claim: 'repository', operator: 'EQUALS', value: 'odd' }],
    });
    const odd = await issuer.sign({ sub: `a\0${long}\u{1f680}${long}`, repository: 'odd' });
    expect((await exchange(odd)).status).toBe(200);
  });

  it('may send the exchange as a form, as RFC 8693 says', async () => {
    const response = await fetch(`${api.url}/auth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token: await issuer.sign(),
        subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      }),
    });
    expect(response.status).toBe(200);
  });

  it('is refused when no rule trusts it, in the same words for every reason', async () => {
    expect(await exchange(await issuer.sign({ repository: 'eve/infra' }))).toMatchObject(noRule);
    expect(
      await exchange(await issuer.sign({ sub: 'repo:acme/infra:pull_request' })),
    ).toMatchObject(noRule);
    expect(await exchange(await issuer.sign({ 'kubernetes.io': null }))).toMatchObject(noRule);
    expect(await exchange(await privateIssuer.sign())).toMatchObject(noRule);
    expect((await audited('token.exchange')).slice(0, 2)).toMatchObject([
      { outcome: 'Refused', after: { why: 'unknown-issuer', issuer: privateIssuer.url } },
      { outcome: 'Refused', after: { why: 'no-rule' }, object: { name: github.sub } },
    ]);
  });

  it('gets an error that names the fault of its token', async () => {
    const now = Math.floor(Date.now() / 1_000);
    const cases: readonly (readonly [string, string])[] = [
      [await issuer.sign({ exp: now - 120 }), 'has expired'],
      [await issuer.sign({ aud: 'another' }), 'for another audience'],
      [await issuer.sign({ exp: undefined }), 'claim exp'],
      [await issuer.sign({ nbf: now + 600 }), 'claim nbf'],
      [
        new UnsecuredJWT({ ...github, iss: issuer.url, exp: now + 60 }).encode(),
        'must be signed with one of',
      ],
      [`${(await issuer.sign()).split('.').slice(0, 2).join('.')}.AAAA`, 'signature'],
      ['not a token', 'not a signed JWT'],
      [await issuer.sign({ iss: 5 }), 'not a signed JWT'],
      [await issuer.sign({ iss: 'https://a\0' }), 'not a signed JWT'],
      ['x'.repeat(16_001), 'more than 16000 characters'],
    ];
    for (const [token, words] of cases) {
      expect(await exchange(token)).toMatchObject(refused('invalid_grant', words));
    }
    expect(
      (await api.send('POST', '/auth/token', {}, { grant_type: 'password' })).body,
    ).toMatchObject({
      error: 'invalid_request',
    });
  });

  it('is refused with a token that the key of another issuer has signed', async () => {
    const other = await Issuer.start();
    expect(await exchange(await other.sign({ iss: issuer.url }))).toMatchObject(
      refused('invalid_grant', 'signature'),
    );
    other.close();
  });

  it('loses its tokens with the rule', async () => {
    const { body } = await create({
      name: 'short',
      conditions: [{ claim: 'ref', operator: 'EQUALS', value: 'x' }],
    });
    const issued = await exchange(await issuer.sign({ ref: 'x', repository: 'other/one' }));
    const token = { authorization: `Bearer ${String(at(issued.body, 'access_token'))}` };
    expect((await api.send('GET', '/api/v1/clusters', token)).status).toBe(200);
    const anyVersion = { ...api.writer, 'if-match': '*' };
    await api.send('DELETE', `/api/v1/trust-rules/${String(at(body, 'id'))}`, anyVersion);
    expect((await api.send('GET', '/api/v1/clusters', token)).status).toBe(401);
  });
});

describe('the keys of an issuer', () => {
  it('are never read from a private address, nor through a redirect', async () => {
    await create({ name: 'private', issuer: privateIssuer.url });
    const unread = refused('invalid_grant', 'keys of the issuer cannot be read');
    expect(await exchange(await privateIssuer.sign())).toMatchObject(unread);
    await create({ name: 'https', issuer: 'https://127.0.0.1:1' });
    expect(await exchange(await issuer.sign({ iss: 'https://127.0.0.1:1' }))).toMatchObject(unread);
    const moved = await Issuer.start();
    await create({ name: 'moved', issuer: moved.url });
    moved.redirectTo(`${issuer.url}/keys`);
    expect(await exchange(await moved.sign())).toMatchObject(unread);
    moved.close();
  });
});

describe('a trust rule', () => {
  it.each([
    [{ conditions: [] }, 'conditions'],
    [{ conditions: [{ claim: 'sub', operator: 'GLOB', value: '**' }] }, 'conditions/0/value'],
    [{ lifetimeSeconds: 3_601 }, 'lifetimeSeconds'],
    [{ role: 'emperor' }, 'role'],
    [{ name: ' ' }, 'name'],
  ])('is refused with %j', async (more, field) => {
    const answer = await create({ ...more, name: 'name' in more ? more.name : 'refused' });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: `#/${field}` }] } });
  });

  it('is changed by its version, and audited', async () => {
    const { body } = await create({ name: 'changing' });
    const { name: _, ...rule } = terms();
    const change = `mutation($input: UpdateTrustRuleInput!) { updateTrustRule(input: $input) { rule { version } userErrors { code } } }`;
    const input = { id: at(body, 'id'), expectedVersion: 1, rule: { ...rule, name: 'changed' } };
    const first = await api.graphql(api.writer, change, { input });
    expect(at(first.body, 'data.updateTrustRule')).toEqual({
      rule: { version: 2 },
      userErrors: [],
    });
    const second = await api.graphql(api.writer, change, { input });
    expect(at(second.body, 'data.updateTrustRule.userErrors.0.code')).toBe('STALE');
    expect((await audited('trust-rule.update'))[0]).toMatchObject({
      before: { name: 'changing' },
      after: { name: 'changed' },
    });
    expect((await create({ name: 'changed' })).status).toBe(409);
    expect((await api.send('POST', '/api/v1/trust-rules', api.reader, terms())).status).toBe(403);
  });
});
