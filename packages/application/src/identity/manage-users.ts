import type { UserId } from '@kerf/core';
import { roleOf } from '../domain/identity/grants-of.js';
import type { Principal, User } from '../domain/identity/principal.js';
import type { Repositories } from '../ports/store.js';
import { auditWrite } from '../recording/audit.js';
import {
  type AccessOutcome,
  type AccessRefusal,
  type AllAccessFacts,
  changed,
  factsForChange,
  refuseLastAdmin,
  refuseNonAdmin,
} from './access-change.js';
import { endContributions } from './end-contributions.js';
import type { SignInPorts } from './sign-in.js';

/** User to change. */
export interface ManageUserInput {
  readonly id: UserId;
  readonly requestId: string | null;
}

/**
 * Disables a user: ends the sessions, removes unused sign-in links, and ends what acts or counts
 * for the user ({@link endContributions}).
 */
export function disableUser(
  ports: SignInPorts,
  principal: Principal,
  input: ManageUserInput,
): Promise<AccessOutcome<User>> {
  return endAccess(ports, principal, input, {
    action: 'user.disable',
    afterwards: (facts, user) => ({
      ...facts,
      users: facts.users.map((other) =>
        other.id === user.id ? { ...other, disabledAt: ports.clock.now() } : other,
      ),
    }),
    apply: async (tx, user) => {
      const disabledAt = user.disabledAt ?? ports.clock.now();
      await tx.identity.setDisabled(user.id, disabledAt);
      return { ...user, disabledAt };
    },
  });
}

/**
 * Deletes a user as {@link disableUser} does, with the user's role bindings and memberships. A user of the
 * identity provider who has denials is refused (`Conflict`): the person can sign in again as a new user.
 */
export function deleteUser(
  ports: SignInPorts,
  principal: Principal,
  input: ManageUserInput,
): Promise<AccessOutcome<User>> {
  return endAccess(ports, principal, input, {
    action: 'user.delete',
    refusal: refuseLossOfDenials,
    afterwards: (facts, user) => ({
      ...facts,
      users: facts.users.filter(({ id }) => id !== user.id),
    }),
    apply: async (tx, user) => {
      await tx.access.removeBindingsOf({ kind: 'User', id: user.id });
      await tx.access.removeMember(user.id);
      await tx.identity.removeUser(user.id);
      return user;
    },
  });
}

/** Lets a disabled user sign in again. Revoked tokens and ended sessions stay so. */
export async function enableUser(
  ports: SignInPorts,
  principal: Principal,
  { id, requestId }: ManageUserInput,
): Promise<AccessOutcome<User>> {
  const forbidden = refuseNonAdmin(principal);
  if (forbidden !== null) return forbidden;
  return ports.store.transaction(async (tx) => {
    const user = await tx.identity.findUser(id);
    if (user === null) return userNotFound(id);
    await tx.identity.setDisabled(id, null);
    await auditWrite(ports, tx, principal, {
      action: 'user.enable',
      object: objectOf(user),
      requestId,
    });
    return changed({ ...user, disabledAt: null });
  });
}

interface End {
  readonly action: string;
  readonly refusal?: (
    tx: Repositories,
    facts: AllAccessFacts,
    user: User,
  ) => Promise<AccessRefusal | null>;
  /** Returns the facts as they are after the change. */
  readonly afterwards: (facts: AllAccessFacts, user: User) => AllAccessFacts;
  readonly apply: (tx: Repositories, user: User) => Promise<User>;
}

async function endAccess(
  ports: SignInPorts,
  principal: Principal,
  { id, requestId }: ManageUserInput,
  { action, refusal, afterwards, apply }: End,
): Promise<AccessOutcome<User>> {
  const forbidden = refuseNonAdmin(principal);
  if (forbidden !== null) return forbidden;
  return ports.store.transaction(async (tx) => {
    const facts = await factsForChange(tx);
    const user = facts.users.find((other) => other.id === id);
    if (user === undefined) return userNotFound(id);
    const refused =
      refuseLastAdmin(facts, afterwards(facts, user)) ?? (await refusal?.(tx, facts, user)) ?? null;
    if (refused !== null) return refused;
    await tx.identity.removeSessions(id, null);
    await tx.identity.removeSignInLinks(id);
    const ended = await apply(tx, user);
    await auditWrite(ports, tx, principal, { action, object: objectOf(user), requestId });
    await endContributions(ports, tx, { user, principal, requestId });
    return changed(ended);
  });
}

async function refuseLossOfDenials(
  tx: Repositories,
  { bindings, roles }: AllAccessFacts,
  { id, name }: User,
): Promise<AccessRefusal | null> {
  const denials = bindings.filter(
    ({ subject, effect }) => subject.kind === 'User' && subject.id === id && effect === 'Deny',
  );
  if (denials.length === 0 || !(await tx.signIn.isOfProvider(id))) return null;
  const names = denials.map((denial) => {
    const role = roleOf(denial.role, roles)?.name ?? denial.role;
    return `${role} (${denial.id})`;
  });
  const message = `User ${name} has role bindings that deny: ${names.join(', ')}. Without the user they are gone, and the person can sign in again at the identity provider. Disable the user instead, or remove these role bindings first.`;
  return { kind: 'Conflict', message };
}

const userNotFound = (id: UserId) =>
  ({ kind: 'NotFound', message: `User ${id} not found.` }) as const;
const objectOf = ({ id, name }: User) => ({ kind: 'User', id, name });
