import { describe, expect, it } from 'vitest';
import { organizationAdmin } from '../domain/identity/access.js';
import { setUpUser } from '../testing/registration-setup.js';
import { createApiToken } from './api-tokens.js';
import { decideDevice, pollDevice, startDeviceAuthorization } from './device-authorizations.js';
import {
  resetPassword,
  type SetPasswordInput,
  setPassword,
  shortestPassword,
} from './set-password.js';
import { principalOfSession, signInWithPassword } from './sign-in.js';
import { createSignInLink } from './users.js';

const source = { address: '192.0.2.1', requestId: null };
const first = 'a'.repeat(shortestPassword);
const second = 'b'.repeat(shortestPassword);
const input: SetPasswordInput = {
  currentPassword: null,
  newPassword: first,
  revokesTokens: false,
  requestId: null,
};
const token = {
  name: 'ci',
  role: 'viewer',
  scope: { kind: 'Organization' },
  expiresInDays: 1,
  requestId: null,
} as const;

async function withPassword() {
  const setup = await setUpUser();
  expect(await setPassword(setup.ports, setup.principal, input)).toBe('Done');
  return setup;
}

describe('setPassword', () => {
  it('requires the current password once one is set', async () => {
    const { ports, principal } = await withPassword();
    const change = { ...input, newPassword: second };
    for (const currentPassword of [null, second]) {
      expect(await setPassword(ports, principal, { ...change, currentPassword })).toBe(
        'WrongPassword',
      );
    }
    expect(await setPassword(ports, principal, { ...change, currentPassword: first })).toBe('Done');
    expect(await signInWithPassword(ports, { name: 'ada', password: first }, source)).toBeNull();
    expect(
      await signInWithPassword(ports, { name: 'ada', password: second }, source),
    ).not.toBeNull();
  });

  it('refuses a password that is one character too short', async () => {
    const { ports, principal, store } = await setUpUser();
    const newPassword = first.slice(1);
    expect(await setPassword(ports, principal, { ...input, newPassword })).toBe('TooShort');
    expect(store.tables.audit.all()).toEqual([]);
  });

  it('refuses an API token as caller', async () => {
    const { ports } = await setUpUser();
    const caller = { kind: 'ApiToken', id: 'tok_1', name: 'ada', ...organizationAdmin } as const;
    expect(await setPassword(ports, caller, input)).toBe('NotAPerson');
  });

  it('refuses the first password of a user of the identity provider, which an operator can set', async () => {
    const { ports, principal, store, clock } = await setUpUser();
    const link = { issuer: 'https://sso.example', subject: 'ada-1', userId: principal.id };
    await store.signIn.linkExternalIdentity({ ...link, linkedAt: clock.now() });
    expect(await setPassword(ports, principal, input)).toBe('OfProvider');
    expect(await signInWithPassword(ports, { name: 'ada', password: first }, source)).toBeNull();
    const operator = { kind: 'User', id: 'usr_root', name: 'root', ...organizationAdmin } as const;
    await resetPassword(ports, operator, { ...input, userName: 'ada' });
    const change = { ...input, currentPassword: first, newPassword: second };
    expect(await setPassword(ports, principal, change)).toBe('Done');
  });

  it('ends the other sessions and the sign-in links, and keeps the caller’s session', async () => {
    const { ports, principal, store } = await withPassword();
    const sessions = [];
    for (let count = 0; count < 2; count += 1) {
      sessions.push(await signInWithPassword(ports, { name: 'ada', password: first }, source));
    }
    await createSignInLink(ports, principal, { userName: 'ada', requestId: null });
    const [own, other] = sessions.map((session) => session?.sessionSecret ?? '');
    const caller = await principalOfSession(ports, own ?? '');
    if (caller === null) throw new RangeError('the session has just begun');
    await setPassword(ports, caller, { ...input, currentPassword: first, newPassword: second });
    expect(await principalOfSession(ports, own ?? '')).not.toBeNull();
    expect(await principalOfSession(ports, other ?? '')).toBeNull();
    expect(store.tables.signInLinks.all()).toEqual([]);
  });

  it('ends confirmations of programs that have not got their tokens', async () => {
    const { ports, principal, clock } = await withPassword();
    const { deviceCode, userCode } = await startDeviceAuthorization(ports, 'laptop', source);
    const terms = { access: 'same', expiresInDays: 90 } as const;
    await decideDevice(ports, principal, { userCode, terms, requestId: null });
    const change = { ...input, currentPassword: first, newPassword: second };
    await setPassword(ports, principal, { ...change, revokesTokens: true });
    clock.advance(10_000);
    expect(await pollDevice(ports, deviceCode, source)).toEqual({ kind: 'Denied' });
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('with revokesTokens %s, revokes %d of the user’s tokens', async (revokesTokens, count) => {
    const { ports, principal, store, actions } = await withPassword();
    await createApiToken(ports, principal, token);
    await setPassword(ports, principal, { ...input, currentPassword: first, revokesTokens });
    const revoked = store.tables.tokens.where(({ revokedAt }) => revokedAt !== null);
    expect(revoked).toHaveLength(count);
    expect(actions().filter((action) => action === 'api-token.revoke Done')).toHaveLength(count);
  });
});

describe('resetPassword', () => {
  const operator = { kind: 'User', id: 'usr_root', name: 'root', ...organizationAdmin } as const;

  it('sets the password without the old one and ends all sessions', async () => {
    const { ports, store } = await withPassword();
    await signInWithPassword(ports, { name: 'ada', password: first }, source);
    const reset = { ...input, newPassword: second, userName: 'ada' };
    expect(await resetPassword(ports, operator, reset)).toBe('Done');
    expect(store.tables.sessions.all()).toEqual([]);
    expect(store.tables.audit.all().at(-1)).toMatchObject({
      action: 'user.set-password',
      actor: { name: 'root' },
      object: { name: 'ada' },
    });
  });

  it.each([
    ['NoSuchUser', { userName: 'eve' }],
    ['TooShort', { newPassword: 'short' }],
  ])('changes nothing when the outcome is %s', async (outcome, fields) => {
    const { ports } = await withPassword();
    const reset = { ...input, newPassword: second, userName: 'ada', ...fields };
    expect(await resetPassword(ports, operator, reset)).toBe(outcome);
    expect(
      await signInWithPassword(ports, { name: 'ada', password: first }, source),
    ).not.toBeNull();
  });
});
