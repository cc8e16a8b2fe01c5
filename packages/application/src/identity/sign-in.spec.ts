import { describe, expect, it } from 'vitest';
import { setUpUser } from '../testing/registration-setup.js';
import { setPassword } from './set-password.js';
import {
  auditLinkRefusal,
  deviceTtlMs,
  principalOfSession,
  sessionTtlMs,
  signInLinkTtlMs,
  signInWithLink,
  signInWithPassword,
  signOut,
  userOfDevice,
} from './sign-in.js';
import { createSignInLink } from './users.js';

const source = { address: '192.0.2.1', requestId: 'req-1' };
const password = 'correct horse battery';

async function setUpPassword() {
  const setup = await setUpUser();
  await setPassword(setup.ports, setup.principal, {
    currentPassword: null,
    newPassword: password,
    revokesTokens: false,
    requestId: null,
  });
  return setup;
}

async function signIn() {
  const setup = await setUpPassword();
  const signedIn = await signInWithPassword(setup.ports, { name: 'ada', password }, source);
  if (signedIn === null) throw new RangeError('the password is right');
  return { ...setup, ...signedIn };
}

describe('signInWithPassword', () => {
  it('opens a session, remembers the browser, and audits the sign-in with its address', async () => {
    const { ports, store, sessionSecret, deviceSecret } = await signIn();
    expect(await principalOfSession(ports, sessionSecret)).toMatchObject({
      kind: 'User',
      name: 'ada',
      roles: ['admin'],
    });
    expect(await userOfDevice(ports, deviceSecret)).toMatchObject({ name: 'ada' });
    expect(store.tables.audit.all().at(-1)).toMatchObject({
      action: 'session.sign-in',
      outcome: 'Done',
      after: { method: 'password', address: source.address },
    });
  });

  it('stores digests of the secrets only', async () => {
    const { store, sessionSecret, deviceSecret } = await signIn();
    const { sessions, devices } = store.tables;
    expect(sessions.all().map(({ digest }) => digest)).toEqual([`digest of ${sessionSecret}`]);
    expect(devices.all().map(({ digest }) => digest)).toEqual([`digest of ${deviceSecret}`]);
  });

  it.each([
    ['a wrong password', 'ada', 'wrong', 'ada'],
    ['an unknown name, which is not recorded', 'my-password', password, 'unknown'],
  ])('refuses and audits %s', async (_, name, given, recorded) => {
    const { ports, store } = await setUpPassword();
    expect(await signInWithPassword(ports, { name, password: given }, source)).toBeNull();
    expect(store.tables.sessions.all()).toEqual([]);
    expect(store.tables.audit.all().at(-1)).toMatchObject({
      action: 'session.sign-in',
      outcome: 'Refused',
      actor: { kind: 'Anonymous' },
      object: { name: recorded },
    });
  });

  it('refuses a user without a password, even with an empty one', async () => {
    const { ports } = await setUpUser();
    expect(await signInWithPassword(ports, { name: 'ada', password: '' }, source)).toBeNull();
  });
});

describe('signInWithLink', () => {
  async function link() {
    const setup = await setUpUser();
    const input = { userName: 'ada', requestId: null };
    const secret = await createSignInLink(setup.ports, setup.principal, input);
    if (secret === null) throw new RangeError('the user exists');
    return { ...setup, secret };
  }

  it('accepts a link once', async () => {
    const { ports, secret, actions } = await link();
    expect(await signInWithLink(ports, secret, source)).not.toBeNull();
    expect(await signInWithLink(ports, secret, source)).toBeNull();
    await auditLinkRefusal(ports, source);
    expect(actions()).toEqual([
      'sign-in-link.create Done',
      'session.sign-in Done',
      'session.sign-in Refused',
    ]);
  });

  it('refuses an expired link', async () => {
    const { ports, secret, clock } = await link();
    clock.advance(signInLinkTtlMs);
    expect(await signInWithLink(ports, secret, source)).toBeNull();
  });
});

describe('a session', () => {
  it('ends when its lifetime is over', async () => {
    const { ports, clock, sessionSecret } = await signIn();
    clock.advance(sessionTtlMs - 1);
    expect(await principalOfSession(ports, sessionSecret)).not.toBeNull();
    clock.advance(1);
    expect(await principalOfSession(ports, sessionSecret)).toBeNull();
  });

  it('ends with the sign-out, which is audited once', async () => {
    const { ports, sessionSecret, actions } = await signIn();
    await signOut(ports, sessionSecret, source);
    await signOut(ports, sessionSecret, source);
    expect(await principalOfSession(ports, sessionSecret)).toBeNull();
    expect(actions().filter((action) => action === 'session.sign-out Done')).toHaveLength(1);
  });
});

describe('userOfDevice', () => {
  it('knows no other browser, and none after its time', async () => {
    const { ports, clock, deviceSecret } = await signIn();
    expect(await userOfDevice(ports, 'kerf_device_other')).toBeNull();
    clock.advance(deviceTtlMs);
    expect(await userOfDevice(ports, deviceSecret)).toBeNull();
  });
});
