import type { Instant } from '@kerf/core';
import type { ApiToken, Principal } from '../domain/identity/principal.js';
import { type BindingScope, tokenSubject } from '../domain/identity/role.js';
import type { Repositories } from '../ports/store.js';
import { auditWrite } from '../recording/audit.js';
import type { SignInPorts } from './sign-in.js';

/** A token to issue. */
export interface TokenGrant {
  readonly name: string;
  readonly role: string;
  readonly scope: BindingScope;
  readonly expiresAt: Instant;
  /** The user or trust rule that limits the token, and whose end revokes it. */
  readonly creator: { readonly id: string; readonly name: string };
  /** Why it was issued, for the audit log. */
  readonly reason: Readonly<Record<string, string>>;
  readonly requestId: string | null;
}

/** Issues a token that a user or a trust rule has allowed before. */
export async function issueToken(
  ports: SignInPorts,
  tx: Repositories,
  /** `null` for a token that no user asked for: it acts itself. */
  actor: Pick<Principal, 'kind' | 'id' | 'name'> | null,
  { name, role, scope, expiresAt, creator, reason, requestId }: TokenGrant,
): Promise<{ readonly token: ApiToken; readonly secret: string }> {
  const secret = ports.secrets.create('kerf_token');
  const createdAt = ports.clock.now();
  const token: ApiToken = {
    id: ports.ids.next('tok'),
    name,
    createdAt,
    createdBy: creator.name,
    creatorId: creator.id,
    expiresAt,
    lastUsedAt: null,
    revokedAt: null,
    rotatedAt: null,
    previousSecretUntil: null,
  };
  await tx.identity.insertToken(token, ports.secrets.digest(secret));
  await tx.access.insertBinding({
    id: ports.ids.next('rbi'),
    subject: tokenSubject(token.id),
    role,
    scope,
    effect: 'Allow',
    createdAt,
    createdBy: creator.name,
  });
  const object = { kind: 'ApiToken', id: token.id, name } as const;
  await auditWrite(ports, tx, actor ?? object, {
    action: 'api-token.create',
    object,
    after: { role, scope, expiresAt, ...reason },
    requestId,
  });
  return { token, secret };
}
