import type { ApiTokenId, Instant } from '@kerf/core';
import type { ApiToken, Principal } from '../domain/identity/principal.js';
import { auditWrite } from '../recording/audit.js';
import { type AccessOutcome, changed, invalid } from './access-change.js';
import { ownTokens, visibleTokens } from './api-tokens.js';
import type { SignInPorts } from './sign-in.js';

/** The token whose secret to replace. */
export interface RotateApiTokenInput {
  readonly id: ApiTokenId;
  /** How long the old secret is accepted, too; 0 ends it at once. */
  readonly overlapMinutes: number;
  readonly requestId: string | null;
}

/** How long the old secret of a token can be accepted beside the new one. */
export const maxOverlapMinutes = 24 * 60;

/**
 * Replaces the secret of a token. Its role, scope and expiry stay; only this response contains the
 * new secret. Whoever has it acts as the token, so it is for those who made the token and for the token
 * itself: an administrator who could rotate it could approve as somebody else.
 */
export async function rotateApiToken(
  ports: SignInPorts,
  principal: Principal,
  { id, overlapMinutes, requestId }: RotateApiTokenInput,
): Promise<AccessOutcome<{ readonly token: ApiToken; readonly secret: string }>> {
  if (
    !Number.isInteger(overlapMinutes) ||
    overlapMinutes < 0 ||
    overlapMinutes > maxOverlapMinutes
  ) {
    return invalid('overlapMinutes', `must be 0 to ${maxOverlapMinutes}`);
  }
  const now = ports.clock.now();
  const secret = ports.secrets.create('kerf_token');
  return ports.store.transaction(async (tx) => {
    const visible = await visibleTokens(tx, principal);
    const isOwn = ownTokens(visible, principal).some((token) => token.id === id);
    if (!isOwn && visible.some((token) => token.id === id)) {
      const message =
        'Only whoever made a token can rotate it, because the new secret acts for them. Revoke it instead.';
      return { kind: 'Forbidden', message };
    }
    const token = isOwn ? await tx.identity.holdToken(id, now) : null;
    if (token === null) {
      return { kind: 'NotFound', message: `Token ${id} not found, or revoked or expired.` };
    }
    const previousSecretUntil = overlapMinutes === 0 ? null : now + overlapMinutes * 60_000;
    const rotation = { rotatedAt: now, previousSecretUntil };
    await tx.identity.rotateToken(id, { ...rotation, digest: ports.secrets.digest(secret) });
    await auditWrite(ports, tx, principal, {
      action: 'api-token.rotate',
      object: { kind: 'ApiToken', id, name: token.name },
      after: rotation,
      requestId,
    });
    return changed({ token: { ...token, ...rotation }, secret });
  });
}

/**
 * Returns the IDs of the tokens that {@link rotateApiToken} rotates for a caller.
 * @param visible all that the caller sees ({@link visibleTokens}), newest first
 */
export function rotatableTokens(
  visible: readonly ApiToken[],
  principal: Pick<Principal, 'id'>,
  now: Instant,
): ReadonlySet<ApiTokenId> {
  const active = ownTokens(visible, principal).filter(
    ({ revokedAt, expiresAt }) => revokedAt === null && expiresAt > now,
  );
  return new Set(active.map(({ id }) => id));
}
