import type { ApiTokenId, DurationMs, FieldProblem, Instant } from '@kerf/core';
import type { ApiToken, Principal } from '../domain/identity/principal.js';
import type { Repositories } from '../ports/store.js';
import { auditWrite } from '../recording/audit.js';
import type { SignInPorts } from './sign-in.js';

/** The input of an API token creation. */
export interface CreateApiTokenInput {
  readonly name: string;
  readonly scope: 'read' | 'write';
  readonly expiresInDays: number;
  readonly requestId: string | null;
}

/** The new token with its secret, or the problems of the input. */
export type CreateApiTokenOutcome =
  | { readonly kind: 'Created'; readonly token: ApiToken; readonly secret: string }
  | { readonly kind: 'Invalid'; readonly problems: readonly FieldProblem[] }
  /** The caller's session or token has ended meanwhile. */
  | { readonly kind: 'CallerEnded' };

const dayMs: DurationMs = 24 * 3_600_000;

/**
 * Creates an API token; only this response contains its secret. A token that another token creates
 * has no more rights than its creator, expires no later, and is revoked with it.
 */
export async function createApiToken(
  ports: SignInPorts,
  principal: Principal,
  input: CreateApiTokenInput,
): Promise<CreateApiTokenOutcome> {
  const problems = problemsOf(input, principal);
  if (problems.length > 0) return { kind: 'Invalid', problems };
  const now = ports.clock.now();
  const secret = ports.secrets.create('kerf_token');
  return ports.store.transaction(async (tx) => {
    const latest = await latestExpiry(tx, principal, now);
    if (latest === 'CallerEnded') return { kind: 'CallerEnded' };
    const problem = expiryProblem(input, { now, latest });
    if (problem !== null) return { kind: 'Invalid', problems: [problem] };
    const token: ApiToken = {
      id: ports.ids.next('tok'),
      name: input.name.trim(),
      scope: input.scope,
      createdAt: now,
      createdBy: principal.name,
      creatorId: principal.id,
      expiresAt: Math.min(now + input.expiresInDays * dayMs, latest),
      lastUsedAt: null,
      revokedAt: null,
    };
    await tx.identity.insertToken(token, ports.secrets.digest(secret));
    await auditWrite(ports, tx, principal, {
      action: 'api-token.create',
      object: objectOf(token),
      after: { scope: token.scope, expiresAt: token.expiresAt },
      requestId: input.requestId,
    });
    return { kind: 'Created', token, secret };
  });
}

/**
 * Returns the latest allowed expiry, and keeps the caller from ending until the token exists:
 * ending a caller revokes its tokens.
 */
async function latestExpiry(
  tx: Repositories,
  principal: Principal,
  now: Instant,
): Promise<Instant | 'CallerEnded'> {
  if (principal.kind === 'ApiToken') {
    const parent = await tx.identity.holdToken(principal.id, now);
    return parent?.expiresAt ?? 'CallerEnded';
  }
  const { sessionId } = principal;
  const isValid = sessionId === undefined || (await tx.identity.holdSession(sessionId, now));
  return isValid ? Number.POSITIVE_INFINITY : 'CallerEnded';
}

/**
 * Returns the problem of the requested lifetime, or `null`. When a token creates a token, its
 * remaining lifetime is rounded up to whole days.
 */
function expiryProblem(
  { expiresInDays }: CreateApiTokenInput,
  { now, latest }: { readonly now: Instant; readonly latest: Instant },
): FieldProblem | null {
  const most = Math.ceil((latest - now) / dayMs);
  if (expiresInDays <= most) return null;
  const days = most === 1 ? '1, because' : `1 to ${most}, because`;
  const message = `must be ${days} a token cannot expire later than the token that creates it`;
  return { path: 'expiresInDays', message };
}

/**
 * Revokes a token at once, with all tokens that it created, directly or indirectly.
 * @returns `null` when the token does not exist or is already revoked
 */
export async function revokeApiToken(
  ports: SignInPorts,
  principal: Principal,
  input: { readonly id: ApiTokenId; readonly requestId: string | null },
): Promise<ApiToken | null> {
  const { id, requestId } = input;
  return ports.store.transaction(async (tx) => {
    const [token, ...others] = await tx.identity.revokeTokenTree(id, ports.clock.now());
    if (token === undefined) return null;
    await auditWrite(ports, tx, principal, {
      action: 'api-token.revoke',
      object: objectOf(token),
      requestId,
    });
    await auditRevocations(ports, tx, principal, { revoked: others, cause: token, requestId });
    return token;
  });
}

interface Revocations {
  readonly revoked: readonly ApiToken[];
  /** The token or user whose created tokens are revoked. */
  readonly cause: { readonly name: string };
  readonly requestId: string | null;
}

/** Records in the audit log the tokens that were revoked with their creator's access. */
export async function auditRevocations(
  ports: SignInPorts,
  tx: Repositories,
  principal: Principal,
  { revoked, cause, requestId }: Revocations,
): Promise<void> {
  for (const token of revoked) {
    await auditWrite(ports, tx, principal, {
      action: 'api-token.revoke',
      object: objectOf(token),
      comment: `created by ${token.createdBy}, revoked with ${cause.name}`,
      requestId,
    });
  }
}

function problemsOf(
  { name, scope, expiresInDays }: CreateApiTokenInput,
  principal: Principal,
): readonly FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (name.trim() === '' || name.length > 100) {
    problems.push({ path: 'name', message: 'must have 1 to 100 characters' });
  }
  if (scope === 'write' && principal.scope === 'read') {
    const message = `must be read, because the token ${principal.name} has the scope read`;
    problems.push({ path: 'scope', message });
  }
  if (!Number.isInteger(expiresInDays) || expiresInDays < 1 || expiresInDays > 365) {
    problems.push({ path: 'expiresInDays', message: 'must be 1 to 365' });
  }
  return problems;
}

const objectOf = ({ id, name }: ApiToken) => ({ kind: 'ApiToken', id, name });
