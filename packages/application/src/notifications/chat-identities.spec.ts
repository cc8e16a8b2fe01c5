import { describe, expect, it } from 'vitest';
import { setUpUser } from '../testing/registration-setup.js';
import { createChatCode, linkChatPerson, unlinkChat, userOfChatPerson } from './chat-identities.js';

const place = { provider: 'Slack', workspaceId: 'T1', personId: 'U1' } as const;
const person = { ...place, app: 'digest of the secret' };

describe('a person in a chat', () => {
  it('is the user whose code they entered, once and within ten minutes', async () => {
    const { ports, principal, clock, store } = await setUpUser();
    expect(await userOfChatPerson(ports, person)).toBeNull();
    const code = (await createChatCode(ports, principal)) ?? '';
    expect(await linkChatPerson(ports, person, { code: `${code}x`, requestId: null })).toBeNull();
    expect(await linkChatPerson(ports, person, { code, requestId: null })).toBe(principal.name);
    expect(await userOfChatPerson(ports, person)).toMatchObject({ id: principal.id });
    const other = { ...person, personId: 'U2' };
    expect(await linkChatPerson(ports, other, { code, requestId: null })).toBeNull();
    const late = (await createChatCode(ports, principal)) ?? '';
    clock.advance(10 * 60_000);
    expect(await linkChatPerson(ports, other, { code: late, requestId: null })).toBeNull();
    expect(store.tables.audit.all().at(-1)).toMatchObject({
      action: 'chat-identity.link',
      after: place,
    });
  });

  it('is unknown in another workspace, in another app, and after unlinking', async () => {
    const { ports, principal } = await setUpUser();
    const code = (await createChatCode(ports, principal)) ?? '';
    await linkChatPerson(ports, person, { code, requestId: null });
    expect(await userOfChatPerson(ports, { ...person, workspaceId: 'T2' })).toBeNull();
    expect(await userOfChatPerson(ports, { ...person, app: 'another' })).toBeNull();
    expect(await unlinkChat(ports, principal, null)).toBe(1);
    expect(await userOfChatPerson(ports, person)).toBeNull();
  });

  it('cannot be linked by a token', async () => {
    const { ports, principal } = await setUpUser();
    const token = { ...principal, kind: 'ApiToken', id: 'tok_1', name: 'ci' } as const;
    expect(await createChatCode(ports, token)).toBeNull();
  });
});
