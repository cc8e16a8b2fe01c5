import type { Principal } from '../domain/identity/principal.js';
import type { SessionRecord } from '../ports/identity-repository.js';
import { auditWrite } from '../recording/audit.js';
import { type AccessOutcome, changed } from './access-change.js';
import type { SignInPorts } from './sign-in.js';

/** Returns the caller's sessions, newest first; none for an API token. */
export async function ownSessions(
  { store, clock }: Pick<SignInPorts, 'store' | 'clock'>,
  principal: Principal,
): Promise<readonly SessionRecord[]> {
  return principal.kind === 'User' ? store.identity.sessionsOf(principal.id, clock.now()) : [];
}

/** Ends one of the caller's sessions. */
export async function endOwnSession(
  ports: SignInPorts,
  principal: Principal,
  { id, requestId }: { readonly id: string; readonly requestId: string | null },
): Promise<AccessOutcome<null>> {
  const notFound = { kind: 'NotFound', message: `Session ${id} not found.` } as const;
  if (principal.kind !== 'User') return notFound;
  return ports.store.transaction(async (tx) => {
    if (!(await tx.identity.endSession(principal.id, id))) return notFound;
    await auditWrite(ports, tx, principal, {
      action: 'session.end',
      object: { kind: 'Session', id, name: principal.name },
      requestId,
    });
    return changed(null);
  });
}
