import type { ApiTokenId, FieldProblem } from '@kerf/core';
import type { Ports } from '../ports/ports.js';
import { auditWrite } from './audit.js';
import type { ApiToken, Principal } from './principal.js';
import type { Secrets } from './sign-in.js';

type TokenPorts = Pick<Ports, 'store' | 'clock' | 'ids'> & { readonly secrets: Secrets };

export interface CreateApiTokenInput {
  readonly name: string;
  readonly scope: 'read' | 'write';
  readonly expiresInDays: number;
  readonly requestId: string | null;
}

export type CreateApiTokenOutcome =
  | { readonly kind: 'Created'; readonly token: ApiToken; readonly secret: string }
  | { readonly kind: 'Invalid'; readonly problems: readonly FieldProblem[] };

/** Makes a token for automation; its secret is in this answer and nowhere else. */
export async function createApiToken(
  ports: TokenPorts,
  principal: Principal,
  input: CreateApiTokenInput,
): Promise<CreateApiTokenOutcome> {
  const problems = problemsOf(input);
  if (problems.length > 0) return { kind: 'Invalid', problems };
  const now = ports.clock.now();
  const secret = ports.secrets.create('kerf_token');
  const token: ApiToken = {
    id: ports.ids.next('tok'),
    name: input.name.trim(),
    scope: input.scope,
    createdAt: now,
    createdBy: principal.name,
    expiresAt: now + input.expiresInDays * 24 * 3_600_000,
    lastUsedAt: null,
    revokedAt: null,
  };
  await ports.store.transaction(async (tx) => {
    await tx.identity.insertToken(token, ports.secrets.digest(secret));
    await auditWrite(ports, tx, principal, {
      action: 'api-token.create',
      object: objectOf(token),
      after: { scope: token.scope, expiresAt: token.expiresAt },
      requestId: input.requestId,
    });
  });
  return { kind: 'Created', token, secret };
}

/** Ends a token at once. @returns `null` when there is none, or it is ended already */
export async function revokeApiToken(
  ports: TokenPorts,
  principal: Principal,
  input: { readonly id: ApiTokenId; readonly requestId: string | null },
): Promise<ApiToken | null> {
  return ports.store.transaction(async (tx) => {
    const token = (await tx.identity.listTokens()).find(({ id }) => id === input.id);
    const now = ports.clock.now();
    if (token === undefined || !(await tx.identity.revokeToken(token.id, now))) return null;
    await auditWrite(ports, tx, principal, {
      action: 'api-token.revoke',
      object: objectOf(token),
      requestId: input.requestId,
    });
    return { ...token, revokedAt: now };
  });
}

function problemsOf({ name, expiresInDays }: CreateApiTokenInput): readonly FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (name.trim() === '' || name.length > 100) {
    problems.push({ path: 'name', message: 'must be 1 to 100 characters that say what it is for' });
  }
  if (!Number.isInteger(expiresInDays) || expiresInDays < 1 || expiresInDays > 365) {
    problems.push({ path: 'expiresInDays', message: 'must be 1 to 365' });
  }
  return problems;
}

const objectOf = ({ id, name }: ApiToken) => ({ kind: 'ApiToken', id, name });
