import { describe, expect, it } from 'vitest';
import { setUpUser } from '../testing/registration-setup.js';
import { createSignInLink, createUser } from './users.js';

describe('createUser', () => {
  it('stores a user without a password and audits it', async () => {
    const { ports, principal, store, actions } = await setUpUser();
    const outcome = await createUser(ports, principal, { name: 'grace', requestId: null });
    expect(outcome).toMatchObject({ kind: 'Created', user: { name: 'grace', hasPassword: false } });
    expect(await store.identity.userNames()).toEqual(['ada', 'grace']);
    expect(actions()).toEqual(['user.create Done']);
  });

  it.each(['', ' grace', 'grace ', 'a'.repeat(201)])('refuses the name %j', async (name) => {
    const { ports, principal, store } = await setUpUser();
    const outcome = await createUser(ports, principal, { name, requestId: null });
    expect(outcome).toMatchObject({ kind: 'Invalid' });
    expect(await store.identity.userNames()).toEqual(['ada']);
  });

  it('refuses a name that is taken, and audits nothing', async () => {
    const { ports, principal, actions } = await setUpUser();
    await expect(
      createUser(ports, principal, { name: 'ada', requestId: null }),
    ).rejects.toMatchObject({ code: 'STATE.CONFLICT' });
    expect(actions()).toEqual([]);
  });
});

describe('createSignInLink', () => {
  it('returns null for an unknown user', async () => {
    const { ports, principal, actions } = await setUpUser();
    const link = await createSignInLink(ports, principal, { userName: 'eve', requestId: null });
    expect(link).toBeNull();
    expect(actions()).toEqual([]);
  });
});
