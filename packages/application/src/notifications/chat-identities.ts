import type { Principal, User } from '../domain/identity/principal.js';
import { type ChatPerson, chatCodeTtlMs } from '../domain/notification/chat-identity.js';
import type { Ports } from '../ports/ports.js';
import type { Secrets } from '../ports/secrets.js';
import { auditWrite } from '../recording/audit.js';

type ChatPorts = Pick<Ports, 'store' | 'clock' | 'ids'> & { readonly secrets: Secrets };

/**
 * Creates a code that links a person in a chat to the signed-in user. The user enters it in the
 * chat, so whoever is linked had access to both.
 * @returns `null` for a token, because only people are linked
 */
export async function createChatCode(
  { store, clock, secrets }: ChatPorts,
  principal: Principal,
): Promise<string | null> {
  if (principal.kind !== 'User') return null;
  const code = secrets.create('kerf_chat');
  await store.chatIdentities.insertCode({
    digest: secrets.digest(code),
    userId: principal.id,
    expiresAt: clock.now() + chatCodeTtlMs,
  });
  return code;
}

/** Links a person in a chat to the user who created the code. @returns the user's name; `null` for a wrong code */
export async function linkChatPerson(
  ports: ChatPorts,
  person: ChatPerson,
  { code, requestId }: { readonly code: string; readonly requestId: string | null },
): Promise<string | null> {
  const now = ports.clock.now();
  return ports.store.transaction(async (tx) => {
    const userId = await tx.chatIdentities.takeCode(ports.secrets.digest(code), now);
    const user = userId === null ? null : await tx.identity.findUser(userId);
    if (user === null) return null;
    await tx.chatIdentities.link({ ...person, userId: user.id, linkedAt: now });
    const actor = { kind: 'User', id: user.id, name: user.name } as const;
    const { provider, workspaceId, personId } = person;
    await auditWrite(ports, tx, actor, {
      action: 'chat-identity.link',
      object: actor,
      after: { provider, workspaceId, personId },
      requestId,
    });
    return user.name;
  });
}

/** Removes all links of the user. @returns the number of removed links */
export async function unlinkChat(
  ports: Pick<Ports, 'store' | 'clock' | 'ids'>,
  principal: Principal,
  requestId: string | null,
): Promise<number> {
  if (principal.kind !== 'User') return 0;
  const { id, name, kind } = principal;
  return ports.store.transaction(async (tx) => {
    const removed = await tx.chatIdentities.unlink(id);
    if (removed > 0) {
      const object = { kind, id, name };
      await auditWrite(ports, tx, principal, { action: 'chat-identity.unlink', object, requestId });
    }
    return removed;
  });
}

/** Returns the user whom a person in a chat is; `null` for a person who is not linked. */
export async function userOfChatPerson(
  { store }: Pick<Ports, 'store'>,
  person: ChatPerson,
): Promise<User | null> {
  const identity = await store.chatIdentities.find(person);
  return identity === null ? null : store.identity.findUser(identity.userId);
}
