import { describe, expect, it } from 'vitest';
import { setUpUser } from '../testing/registration-setup.js';
import { createSignInLink, createUser } from './users.js';

describe('createUser', () => {
  it('stores a user without a password and audits it', async () => {
    const { ports, principal, store, actions } = await setUpUser();
    const outcome = await createUser(ports, principal, {
      name: 'grace',
      role: null,
      requestId: null,
    });
    expect(outcome).toMatchObject({ kind: 'Done', value: { name: 'grace', hasPassword: false } });
    expect(await store.identity.userNames()).toEqual(['ada', 'grace']);
    expect(actions()).toEqual(['user.create Done']);
  });

  it.each(['', ' grace', 'grace ', 'a'.repeat(201)])('refuses the name %j', async (name) => {
    const { ports, principal, store } = await setUpUser();
    const outcome = await createUser(ports, principal, { name, role: null, requestId: null });
    expect(outcome).toMatchObject({ kind: 'Invalid' });
    expect(await store.identity.userNames()).toEqual(['ada']);
  });

  it('refuses a name that is taken, and audits nothing', async () => {
    const { ports, principal, actions } = await setUpUser();
    await expect(
      createUser(ports, principal, { name: 'ada', role: null, requestId: null }),
    ).rejects.toMatchObject({ code: 'STATE.CONFLICT' });
    expect(actions()).toEqual([]);
  });
});

describe('createUser for a person of an identity provider', () => {
  const issuer = 'https://sso.example.com';
  const create = (
    { ports, principal }: Awaited<ReturnType<typeof setUpUser>>,
    name: string,
    subject: string,
  ) =>
    createUser(ports, principal, {
      name,
      role: null,
      externalIdentity: { issuer, subject },
      requestId: null,
    });

  it('lets this person sign in as the user, without rights of its own', async () => {
    const setup = await setUpUser();
    const outcome = await create(setup, 'grace', 'grace-1');
    const id = outcome.kind === 'Done' ? outcome.value.id : '';
    expect(id).toMatch(/^usr_/);
    const { signIn, access } = setup.store;
    expect(await signIn.findExternalIdentity({ issuer, subject: 'grace-1' })).toBe(id);
    expect((await access.bindings()).filter(({ subject }) => subject.id === id)).toEqual([]);
  });

  it.each(['', 'a'.repeat(256), 'a\u202eb'])('refuses the subject %j', async (subject) => {
    const outcome = await create(await setUpUser(), 'grace', subject);
    expect(outcome).toMatchObject({
      kind: 'Invalid',
      problems: [{ path: 'externalIdentity.subject' }],
    });
  });

  it('refuses a person who signs in as another user, and creates none', async () => {
    const setup = await setUpUser();
    await create(setup, 'grace', 'grace-1');
    await expect(create(setup, 'eve', 'grace-1')).rejects.toMatchObject({ code: 'STATE.CONFLICT' });
    expect(await setup.store.identity.userNames()).toEqual(['ada', 'grace']);
  });

  it('is refused for a caller who may not change users', async () => {
    const setup = await setUpUser();
    const principal = { ...setup.principal, grants: [] };
    const outcome = await create({ ...setup, principal }, 'grace', 'grace-1');
    expect(outcome).toMatchObject({ kind: 'Forbidden' });
    expect(await setup.store.identity.userNames()).toEqual(['ada']);
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
