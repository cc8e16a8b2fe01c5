import type { UserId } from '@kerf/core';
import type { Ports } from '../ports/ports.js';
import { auditWrite } from './audit.js';
import type { Principal } from './principal.js';
import type { Secrets } from './sign-in.js';

export const shortestPassword = 12;

export interface SetPasswordInput {
  /** `null` when none was given. */
  readonly currentPassword: string | null;
  readonly newPassword: string;
  readonly requestId: string | null;
}

export type SetPasswordOutcome = 'Done' | 'NotAPerson' | 'WrongPassword' | 'TooShort';

/** Sets the password of the person who asks; the old one is needed when there is one. */
export async function setPassword(
  ports: Pick<Ports, 'store' | 'clock' | 'ids'> & { readonly secrets: Secrets },
  principal: Principal,
  input: SetPasswordInput,
): Promise<SetPasswordOutcome> {
  if (principal.kind !== 'User') return 'NotAPerson';
  if (input.newPassword.length < shortestPassword) return 'TooShort';
  const found = await ports.store.identity.findUserByName(principal.name);
  const hash = found?.passwordHash ?? null;
  if (hash !== null && !(await ports.secrets.checkPassword(input.currentPassword ?? '', hash))) {
    return 'WrongPassword';
  }
  const userId: UserId = principal.id;
  const newHash = await ports.secrets.hashPassword(input.newPassword);
  await ports.store.transaction(async (tx) => {
    await tx.identity.setPassword(userId, newHash);
    await auditWrite(ports, tx, principal, {
      action: 'user.set-password',
      object: { kind: 'User', id: userId, name: principal.name },
      requestId: input.requestId,
    });
  });
  return 'Done';
}
