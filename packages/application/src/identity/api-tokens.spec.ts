import { describe, expect, it } from 'vitest';
import { accessOfToken } from '../access/access-of.js';
import { organizationAdmin } from '../domain/identity/access.js';
import type { Principal } from '../domain/identity/principal.js';
import { setUpUser } from '../testing/registration-setup.js';
import { type CreateApiTokenInput, createApiToken, revokeApiToken } from './api-tokens.js';
import { auditEndedToken, type SignInPorts, useToken } from './sign-in.js';

const dayMs = 24 * 3_600_000;
const input: CreateApiTokenInput = {
  name: ' ci ',
  role: 'admin',
  scope: { kind: 'Organization' },
  expiresInDays: 2,
  requestId: 'req-1',
};

async function create(
  ports: SignInPorts,
  principal: Principal,
  fields: Partial<CreateApiTokenInput> = {},
) {
  const outcome = await createApiToken(ports, principal, { ...input, ...fields });
  if (outcome.kind !== 'Created') throw new RangeError(JSON.stringify(outcome));
  return outcome;
}

/** A user's token as the caller. */
async function setUpToken(fields: Partial<CreateApiTokenInput> = {}) {
  const setup = await setUpUser();
  const { token, secret } = await create(setup.ports, setup.principal, fields);
  const caller: Principal = {
    kind: 'ApiToken',
    id: token.id,
    name: token.name,
    ...(await accessOfToken(setup.store, token)),
  };
  return { ...setup, token, secret, caller };
}

describe('createApiToken', () => {
  it('returns the secret once and stores its digest', async () => {
    const { token, secret, store, clock, principal } = await setUpToken();
    expect(token).toMatchObject({
      name: 'ci',
      createdBy: 'ada',
      creatorId: principal.id,
      expiresAt: clock.now() + 2 * dayMs,
    });
    expect(store.tables.tokens.all()).toMatchObject([{ digest: `digest of ${secret}` }]);
    expect(store.tables.audit.all()).toMatchObject([
      {
        action: 'api-token.create',
        after: { role: 'admin', scope: { kind: 'Organization' } },
        requestId: 'req-1',
      },
    ]);
    expect(JSON.stringify(store.tables.audit.all())).not.toContain(secret);
  });

  it.each([
    ['name', { name: '  ' }],
    ['name', { name: 'a'.repeat(101) }],
    ['name', { name: 'ci\u202egnimda' }],
    ['expiresInDays', { expiresInDays: 0 }],
    ['expiresInDays', { expiresInDays: 366 }],
    ['expiresInDays', { expiresInDays: 1.5 }],
  ])('refuses an invalid %s: %j', async (path, fields) => {
    const { ports, principal, store } = await setUpUser();
    const outcome = await createApiToken(ports, principal, { ...input, ...fields });
    expect(outcome).toMatchObject({ kind: 'Invalid', problems: [{ path }] });
    expect(store.tables.tokens.all()).toEqual([]);
  });

  it('refuses a role beyond the access of the creator', async () => {
    const { ports, caller } = await setUpToken({ role: 'viewer' });
    expect(await createApiToken(ports, caller, input)).toMatchObject({
      kind: 'Invalid',
      problems: [{ path: 'role' }],
    });
    expect(await create(ports, caller, { role: 'viewer' })).toMatchObject({ kind: 'Created' });
  });

  it.each([
    ['role', { role: 'rol_none' }],
    ['scope.teamId', { scope: { kind: 'Team', teamId: 'tea_none' } }],
    ['scope.clusterId', { scope: { kind: 'Cluster', clusterId: 'clu_none' } }],
  ] as const)('refuses an unknown %s', async (path, fields) => {
    const { ports, principal } = await setUpUser();
    const outcome = await createApiToken(ports, principal, { ...input, ...fields });
    expect(outcome).toMatchObject({ kind: 'Invalid', problems: [{ path }] });
  });

  it('lets a token expire no later than the token that creates it', async () => {
    const { ports, caller, token, clock } = await setUpToken();
    clock.advance(dayMs / 2);
    expect(await createApiToken(ports, caller, { ...input, expiresInDays: 3 })).toMatchObject({
      kind: 'Invalid',
      problems: [{ path: 'expiresInDays' }],
    });
    const child = await create(ports, caller, { expiresInDays: 2 });
    expect(child.token.expiresAt).toBe(token.expiresAt);
  });

  it('refuses a caller whose token was revoked or whose session has ended', async () => {
    const { ports, caller, token, principal } = await setUpToken();
    await revokeApiToken(ports, principal, { id: token.id, requestId: null });
    expect(await createApiToken(ports, caller, input)).toEqual({ kind: 'CallerEnded' });
    const former: Principal = {
      kind: 'User',
      id: 'u',
      name: 'ada',
      ...organizationAdmin,
      sessionId: 's',
    };
    expect(await createApiToken(ports, former, input)).toEqual({ kind: 'CallerEnded' });
  });
});

describe('revokeApiToken', () => {
  it('revokes the tokens that it created too, and audits each with the cause', async () => {
    const { ports, caller, principal, token, store } = await setUpToken();
    const child = await create(ports, caller, { name: 'child' });
    const other = await create(ports, principal, { name: 'other' });
    await revokeApiToken(ports, principal, { id: token.id, requestId: null });
    expect(await useToken(ports, child.secret)).toMatchObject({ kind: 'Ended', why: 'revoked' });
    expect(await useToken(ports, other.secret)).toMatchObject({ kind: 'Accepted' });
    const revocations = store.tables.audit.where(({ action }) => action === 'api-token.revoke');
    expect(revocations.map(({ object, comment }) => [object.name, comment])).toEqual([
      ['ci', null],
      ['child', 'created by ci, revoked with ci'],
    ]);
  });

  it('returns null for an unknown token, and for one that is already revoked', async () => {
    const { ports, principal, token, actions } = await setUpToken();
    const revoke = (id: string) => revokeApiToken(ports, principal, { id, requestId: null });
    expect(await revoke('tok_none')).toBeNull();
    expect(await revoke(token.id)).toMatchObject({ id: token.id });
    expect(await revoke(token.id)).toBeNull();
    expect(actions()).toEqual(['api-token.create Done', 'api-token.revoke Done']);
  });
});

describe('useToken', () => {
  it('accepts a token until it expires', async () => {
    const { ports, secret, clock, token } = await setUpToken({ role: 'viewer' });
    clock.advance(2 * dayMs - 1);
    const { id, name } = token;
    expect(await useToken(ports, secret)).toMatchObject({
      kind: 'Accepted',
      principal: { kind: 'ApiToken', id, name, roles: ['viewer'], groups: [], teams: [] },
    });
    clock.advance(1);
    expect(await useToken(ports, secret)).toMatchObject({ kind: 'Ended', why: 'expired' });
    expect(await useToken(ports, 'kerf_token_other')).toEqual({ kind: 'Unknown' });
  });

  it('records the use at most once a minute', async () => {
    const { ports, secret, clock, store } = await setUpToken();
    const lastUsedAt = () => store.tables.tokens.all().at(0)?.lastUsedAt;
    const first = clock.now();
    await useToken(ports, secret);
    clock.advance(60_000);
    await useToken(ports, secret);
    expect(lastUsedAt()).toBe(first);
    clock.advance(1);
    await useToken(ports, secret);
    expect(lastUsedAt()).toBe(first + 60_001);
  });
});

describe('auditEndedToken', () => {
  it('records the refused use with the token as actor and the address', async () => {
    const { ports, token, store } = await setUpToken();
    const source = { address: '192.0.2.1', requestId: 'req-2' };
    await auditEndedToken(ports, { token, why: 'expired' }, source);
    expect(store.tables.audit.all().at(-1)).toMatchObject({
      action: 'api-token.use',
      outcome: 'Refused',
      actor: { kind: 'ApiToken', id: token.id },
      after: { why: 'expired', address: '192.0.2.1' },
    });
  });
});
