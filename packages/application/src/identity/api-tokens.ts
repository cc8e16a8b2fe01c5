import type { ApiTokenId, DurationMs, FieldProblem, Instant } from '@kerf/core';
import { can, canSomewhere } from '../domain/identity/access.js';
import type { ApiToken, Principal } from '../domain/identity/principal.js';
import { type BindingScope, tokenSubject } from '../domain/identity/role.js';
import { isPlain, plainRule } from '../domain/text/name-problem.js';
import type { Repositories } from '../ports/store.js';
import { auditWrite } from '../recording/audit.js';
import { clusterNotFound, refuseExcess, roleProblems, teamNotFound } from './access-change.js';
import { endStandingApprovals } from './end-standing-approvals.js';
import type { SignInPorts } from './sign-in.js';

/** Limits of an API token. */
export const apiTokenLimits = { nameLength: 100, shortestDays: 1, longestDays: 365 };

/** The input of an API token creation. */
export interface CreateApiTokenInput {
  readonly name: string;
  /** A built-in role's name or a custom role's ID. */
  readonly role: string;
  readonly scope: BindingScope;
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
 * Creates an API token with a role in a scope; only this response contains its secret. A token never
 * has more rights than its creator has when it is used. A token that another token creates expires
 * no later than that one, and is revoked with it.
 */
export async function createApiToken(
  ports: SignInPorts,
  principal: Principal,
  input: CreateApiTokenInput,
): Promise<CreateApiTokenOutcome> {
  const problems = problemsOf(input);
  if (problems.length > 0) return { kind: 'Invalid', problems };
  const now = ports.clock.now();
  const secret = ports.secrets.create('kerf_token');
  return ports.store.transaction(async (tx) => {
    const latest = await latestExpiry(tx, principal, now);
    if (latest === 'CallerEnded') return { kind: 'CallerEnded' };
    const problem = expiryProblem(input, { now, latest });
    if (problem !== null) return { kind: 'Invalid', problems: [problem] };
    const refused = await refusedRole(tx, principal, input);
    if (refused !== null) return { kind: 'Invalid', problems: refused };
    const token: ApiToken = {
      id: ports.ids.next('tok'),
      name: input.name.trim(),
      createdAt: now,
      createdBy: principal.name,
      creatorId: principal.id,
      expiresAt: Math.min(now + input.expiresInDays * dayMs, latest),
      lastUsedAt: null,
      revokedAt: null,
      rotatedAt: null,
      previousSecretUntil: null,
    };
    await tx.identity.insertToken(token, ports.secrets.digest(secret));
    const { role, scope } = input;
    await tx.access.insertBinding({
      id: ports.ids.next('rbi'),
      subject: tokenSubject(token.id),
      role,
      scope,
      effect: 'Allow',
      createdAt: now,
      createdBy: principal.name,
    });
    await auditWrite(ports, tx, principal, {
      action: 'api-token.create',
      object: objectOf(token),
      after: { role, scope, expiresAt: token.expiresAt },
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

/** Returns the problems of the role: it does not exist, or exceeds the caller's access. */
async function refusedRole(
  tx: Repositories,
  principal: Principal,
  input: CreateApiTokenInput,
): Promise<readonly FieldProblem[] | null> {
  const facts = { roles: await tx.access.roles(), teams: await tx.access.teams() };
  const problems = await roleProblems(tx, input, facts);
  if (problems.length > 0) return problems;
  const excess = refuseExcess(principal, input, facts);
  if (excess?.kind !== 'Invalid') return null;
  return hiddenScope(principal, input.scope) ?? excess.problems;
}

/** Returns the problem of a scope that the caller does not see: the same as if it did not exist. */
function hiddenScope(principal: Principal, scope: BindingScope): readonly FieldProblem[] | null {
  if (scope.kind === 'Team') {
    // Nobody but its members and those who may see users knows a team.
    const isSeen =
      principal.teams.includes(scope.teamId) ||
      can(principal, 'identity.read', { kind: 'Organization' }).isAllowed;
    return isSeen ? null : [teamNotFound(scope.teamId)];
  }
  if (!('clusterId' in scope)) return null;
  const { clusterId } = scope;
  const isSeen = canSomewhere(principal, 'cluster.read', clusterId).isAllowed;
  return isSeen ? null : [clusterNotFound(clusterId, 'scope.clusterId')];
}

/**
 * Returns the tokens that a caller may see and manage: those that the caller created, directly or
 * indirectly, and the caller itself; all for a caller who may see all users. Newest first.
 */
export async function visibleTokens(
  { identity }: Pick<Repositories, 'identity'>,
  principal: Principal,
): Promise<readonly ApiToken[]> {
  const tokens = await identity.listTokens();
  if (can(principal, 'identity.read', { kind: 'Organization' }).isAllowed) return tokens;
  return ownTokens(tokens, principal);
}

/**
 * Returns the tokens, newest first as in `tokens`, that a caller has created, directly or indirectly,
 * and the caller itself.
 */
export function ownTokens(
  tokens: readonly ApiToken[],
  principal: Pick<Principal, 'id'>,
): readonly ApiToken[] {
  const own = new Set<string>([principal.id]);
  // A token is created after its creator, so the oldest comes first.
  for (const { id, creatorId } of tokens.toReversed()) {
    if (creatorId !== null && own.has(creatorId)) own.add(id);
  }
  return tokens.filter(({ id }) => own.has(id));
}

/** Returns whether a caller may revoke a token. */
const mayRevoke = async (
  tx: Pick<Repositories, 'identity'>,
  principal: Principal,
  id: ApiTokenId,
): Promise<boolean> =>
  can(principal, 'identity.write', { kind: 'Organization' }).isAllowed ||
  ownTokens(await tx.identity.listTokens(), principal).some((token) => token.id === id);

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
    if (!(await mayRevoke(tx, principal, id))) return null;
    const [token, ...others] = await tx.identity.revokeTokenTree(id, ports.clock.now());
    if (token === undefined) return null;
    await auditWrite(ports, tx, principal, {
      action: 'api-token.revoke',
      object: objectOf(token),
      requestId,
    });
    await auditRevocations(ports, tx, principal, { revoked: others, cause: token, requestId });
    await endStandingApprovals(ports, tx, {
      makers: [id, ...others.map((other) => other.id)],
      cause: token,
      owner: null,
      principal,
      requestId,
    });
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

function problemsOf({ name, expiresInDays }: CreateApiTokenInput): readonly FieldProblem[] {
  const { shortestDays, longestDays } = apiTokenLimits;
  const problems: FieldProblem[] = [];
  if (!isPlain(name)) problems.push({ path: 'name', message: plainRule });
  if (name.trim() === '' || name.length > apiTokenLimits.nameLength) {
    problems.push({
      path: 'name',
      message: `must have 1 to ${apiTokenLimits.nameLength} characters`,
    });
  }
  if (
    !Number.isInteger(expiresInDays) ||
    expiresInDays < shortestDays ||
    expiresInDays > longestDays
  ) {
    problems.push({ path: 'expiresInDays', message: `must be ${shortestDays} to ${longestDays}` });
  }
  return problems;
}

const objectOf = ({ id, name }: ApiToken) => ({ kind: 'ApiToken', id, name });
