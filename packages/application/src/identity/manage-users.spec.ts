import { aUser } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { organizationAdmin } from '../domain/identity/access.js';
import type { Principal } from '../domain/identity/principal.js';
import { setUpUser } from '../testing/registration-setup.js';
import { createApiToken } from './api-tokens.js';
import { deleteUser, disableUser, enableUser } from './manage-users.js';
import { endOwnSession, ownSessions } from './own-sessions.js';
import { bindRole, unbindRole } from './role-bindings.js';
import { principalOfSession, signInWithLink, signInWithPassword, useToken } from './sign-in.js';
import { createSignInLink, createUser } from './users.js';

const source = { address: '192.0.2.1', requestId: null };
const organization = { kind: 'Organization' } as const;

/** Two administrators, `ada` and `grace`; grace is signed in and has a token. */
async function setUpGrace() {
  const setup = await setUpUser();
  const { ports, principal, store } = setup;
  const created = await createUser(ports, principal, {
    name: 'grace',
    role: 'admin',
    requestId: null,
  });
  if (created.kind !== 'Done') throw new RangeError('the name is valid');
  const { id } = created.value;
  const link = await createSignInLink(ports, principal, { userName: 'grace', requestId: null });
  const signedIn = await signInWithLink(ports, link ?? '', source);
  if (signedIn === null) throw new RangeError('the link is valid');
  const grace = await principalOfSession(ports, signedIn.sessionSecret);
  if (grace === null) throw new RangeError('the session is valid');
  const token = await createApiToken(ports, grace, {
    name: 'ci',
    role: 'operator',
    scope: organization,
    expiresInDays: 1,
    requestId: null,
  });
  if (token.kind !== 'Created') throw new RangeError(JSON.stringify(token));
  const input = { id, requestId: null };
  return { ...setup, store, grace, input, session: signedIn.sessionSecret, token };
}

describe('disableUser', () => {
  it('ends sessions, revokes tokens and refuses sign-in until the user is enabled', async () => {
    const { ports, principal, input, session, token, clock } = await setUpGrace();
    const outcome = await disableUser(ports, principal, input);
    expect(outcome).toMatchObject({ kind: 'Done', value: { disabledAt: clock.now() } });
    expect(await principalOfSession(ports, session)).toBeNull();
    expect(await useToken(ports, token.secret)).toMatchObject({ kind: 'Ended', why: 'revoked' });
    const link = { userName: 'grace', requestId: null };
    const secret = await createSignInLink(ports, principal, link);
    expect(await signInWithLink(ports, secret ?? '', source)).toBeNull();
    await enableUser(ports, principal, input);
    const next = await createSignInLink(ports, principal, link);
    expect(await signInWithLink(ports, next ?? '', source)).not.toBeNull();
    expect(await useToken(ports, token.secret)).toMatchObject({ kind: 'Ended' });
  });

  it('refuses the right password of a disabled user', async () => {
    const { ports, principal, input, store } = await setUpGrace();
    await store.identity.setPassword(input.id, 'hash of long enough');
    const credentials = { name: 'grace', password: 'long enough' };
    expect(await signInWithPassword(ports, credentials, source)).not.toBeNull();
    await disableUser(ports, principal, input);
    expect(await signInWithPassword(ports, credentials, source)).toBeNull();
  });

  it('audits the user and each revoked token', async () => {
    const { ports, principal, input, store } = await setUpGrace();
    await disableUser(ports, principal, input);
    const [disabled, revoked] = store.tables.audit.all().slice(-2);
    expect(disabled).toMatchObject({ action: 'user.disable', object: { name: 'grace' } });
    expect(revoked).toMatchObject({ action: 'api-token.revoke', object: { name: 'ci' } });
  });

  it('refuses the last active administrator, also when others are disabled', async () => {
    const { ports, principal, input } = await setUpGrace();
    await disableUser(ports, principal, input);
    const ada = { id: principal.id, requestId: null };
    expect(await disableUser(ports, principal, ada)).toMatchObject({ kind: 'Conflict' });
    expect(await deleteUser(ports, principal, ada)).toMatchObject({ kind: 'Conflict' });
  });

  it('refuses a caller who may not change users, and an unknown user', async () => {
    const { ports, principal, input } = await setUpGrace();
    const viewer: Principal = { ...principal, grants: [] };
    expect(await disableUser(ports, viewer, input)).toMatchObject({ kind: 'Forbidden' });
    const unknown = { id: 'usr_none', requestId: null };
    expect(await disableUser(ports, principal, unknown)).toMatchObject({ kind: 'NotFound' });
  });
});

describe('deleteUser', () => {
  it('refuses a user of the identity provider with denials, who could sign in again without them', async () => {
    const { ports, principal, input, store } = await setUpGrace();
    const denial = {
      subject: { kind: 'User', id: input.id },
      role: 'operator',
      scope: organization,
      effect: 'Deny',
      requestId: null,
    } as const;
    const bound = await bindRole(ports, principal, denial);
    if (bound.kind !== 'Done') throw new RangeError(JSON.stringify(bound));
    const { id } = bound.value;
    await store.signIn.linkExternalIdentity({
      issuer: 'https://id.example',
      subject: 'grace',
      userId: input.id,
      linkedAt: 0,
    });
    expect(await deleteUser(ports, principal, input)).toEqual({
      kind: 'Conflict',
      message: `User grace has role bindings that deny: operator (${id}). Without the user they are gone, and the person can sign in again at the identity provider. Disable the user instead, or remove these role bindings first.`,
    });
    expect(await store.identity.findUser(input.id)).not.toBeNull();
    expect(await disableUser(ports, principal, input)).toMatchObject({ kind: 'Done' });
    await unbindRole(ports, principal, { id, requestId: null });
    expect(await deleteUser(ports, principal, input)).toMatchObject({ kind: 'Done' });
  });

  it('removes the denials of a local user, who cannot come back', async () => {
    const { ports, principal, input, store } = await setUpGrace();
    const subject = { kind: 'User', id: input.id } as const;
    const denial = { subject, role: 'operator', scope: organization, effect: 'Deny' } as const;
    await bindRole(ports, principal, { ...denial, requestId: null });
    expect(await deleteUser(ports, principal, input)).toMatchObject({ kind: 'Done' });
    expect(await store.access.bindingsOf([subject])).toEqual([]);
  });

  it('removes the user with role bindings and memberships', async () => {
    const { ports, principal, input, store } = await setUpGrace();
    await store.access.insertTeam({
      id: 'tea_1',
      name: 'web',
      owns: [],
      members: [{ kind: 'User', id: input.id }],
      createdAt: 0,
      version: 1,
    });
    expect(await deleteUser(ports, principal, input)).toMatchObject({ kind: 'Done' });
    expect(await store.identity.findUser(input.id)).toBeNull();
    const subject = { kind: 'User', id: input.id } as const;
    expect(await store.access.bindingsOf([subject])).toEqual([]);
    expect((await store.access.teams())[0]?.members).toEqual([]);
  });
});

describe('unbindRole', () => {
  it('refuses the last administrator, and allows it while a group has one', async () => {
    const { ports, principal, store } = await setUpUser();
    const [binding] = await store.access.bindings();
    const unbind = { id: binding?.id ?? '', requestId: null };
    expect(await unbindRole(ports, principal, unbind)).toMatchObject({ kind: 'Conflict' });
    await store.identity.insertUser(aUser({ id: 'usr_g', name: 'grace', groups: ['ops'] }), null);
    const subject = { kind: 'Group', id: 'ops' } as const;
    const admin = { role: 'admin', scope: organization, effect: 'Allow', requestId: null } as const;
    expect(await bindRole(ports, principal, { ...admin, subject })).toMatchObject({ kind: 'Done' });
    expect(await unbindRole(ports, principal, unbind)).toMatchObject({ kind: 'Done' });
  });

  it('refuses a denial that leaves no administrator', async () => {
    const { ports, principal } = await setUpUser();
    const subject = { kind: 'User', id: principal.id } as const;
    const outcome = await bindRole(ports, principal, {
      subject,
      role: 'admin',
      scope: organization,
      effect: 'Deny',
      requestId: null,
    });
    expect(outcome).toMatchObject({ kind: 'Conflict' });
  });
});

describe('ownSessions', () => {
  it('lists and ends only sessions of the caller', async () => {
    const { ports, grace, principal, session } = await setUpGrace();
    const [own] = await ownSessions(ports, grace);
    expect(own).toMatchObject({ address: source.address });
    const input = { id: own?.id ?? '', requestId: null };
    expect(await ownSessions(ports, principal)).toEqual([]);
    expect(await endOwnSession(ports, principal, input)).toMatchObject({ kind: 'NotFound' });
    expect(await principalOfSession(ports, session)).not.toBeNull();
    expect(await endOwnSession(ports, grace, input)).toMatchObject({ kind: 'Done' });
    expect(await principalOfSession(ports, session)).toBeNull();
    const token: Principal = { kind: 'ApiToken', id: 'tok', name: 'ci', ...organizationAdmin };
    expect(await ownSessions(ports, token)).toEqual([]);
  });
});
