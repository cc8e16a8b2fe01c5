import type { UserId } from '@kerf/core';
import type { Principal } from '../domain/identity/principal.js';
import type { Repositories } from '../ports/store.js';
import { auditWrite } from '../recording/audit.js';
import { auditRevocations } from './api-tokens.js';
import type { SignInPorts } from './sign-in.js';

/** Minimum number of characters of a password. */
export const shortestPassword = 12;

/** A new password, with the current one where one is set. */
export interface SetPasswordInput {
  /** `null` when none was given. */
  readonly currentPassword: string | null;
  readonly newPassword: string;
  /** Revokes the tokens that the user created, too. */
  readonly revokesTokens: boolean;
  readonly requestId: string | null;
}

/** The result of a password change. */
export type SetPasswordOutcome =
  | 'Done'
  | 'NotAPerson'
  /** The user signs in at the identity provider, and no operator has given them a password. */
  | 'OfProvider'
  | 'WrongPassword'
  | 'TooShort';

/**
 * Sets the caller's password; requires the current password when one is set. A user of the identity
 * provider gets none: it would outlast their access there. Ends the caller's other sessions, sign-in
 * links and confirmations of programs that have not got their tokens, because someone else who knew
 * the old password may have created them.
 */
export async function setPassword(
  ports: SignInPorts,
  principal: Principal,
  input: SetPasswordInput,
): Promise<SetPasswordOutcome> {
  if (principal.kind !== 'User') return 'NotAPerson';
  if (input.newPassword.length < shortestPassword) return 'TooShort';
  const found = await ports.store.identity.findUserByName(principal.name);
  const hash = found?.passwordHash ?? null;
  if (hash === null && (await ports.store.signIn.isOfProvider(principal.id))) return 'OfProvider';
  if (hash !== null && !(await ports.secrets.checkPassword(input.currentPassword ?? '', hash))) {
    return 'WrongPassword';
  }
  const user = { id: principal.id, name: principal.name };
  await savePassword(ports, principal, {
    ...input,
    user,
    keepsSession: principal.sessionId ?? null,
  });
  return 'Done';
}

/** The result of a password reset by an administrator. */
export type ResetPasswordOutcome = 'Done' | 'NoSuchUser' | 'TooShort';

/**
 * Sets a user's password without the old one, for an operator on the server. Ends all of the user's
 * sessions.
 */
export async function resetPassword(
  ports: SignInPorts,
  principal: Principal,
  input: Omit<SetPasswordInput, 'currentPassword'> & { readonly userName: string },
): Promise<ResetPasswordOutcome> {
  if (input.newPassword.length < shortestPassword) return 'TooShort';
  const found = await ports.store.identity.findUserByName(input.userName);
  if (found === null) return 'NoSuchUser';
  await savePassword(ports, principal, { ...input, user: found.user, keepsSession: null });
  return 'Done';
}

interface NewPassword extends Omit<SetPasswordInput, 'currentPassword'> {
  readonly user: { readonly id: UserId; readonly name: string };
  /** The session to keep; `null` ends all sessions. */
  readonly keepsSession: string | null;
}

async function savePassword(
  ports: SignInPorts,
  principal: Principal,
  { user, newPassword, keepsSession, revokesTokens, requestId }: NewPassword,
): Promise<void> {
  const hash = await ports.secrets.hashPassword(newPassword);
  await ports.store.transaction(async (tx: Repositories) => {
    await tx.identity.setPassword(user.id, hash);
    await tx.identity.removeSessions(user.id, keepsSession);
    await tx.identity.removeSignInLinks(user.id);
    await tx.devices.denyConfirmedBy(user.id);
    await auditWrite(ports, tx, principal, {
      action: 'user.set-password',
      object: { kind: 'User', id: user.id, name: user.name },
      requestId,
    });
    if (!revokesTokens) return;
    const revoked = await tx.identity.revokeTokensOf(user.id, ports.clock.now());
    await auditRevocations(ports, tx, principal, { revoked, cause: user, requestId });
  });
}
