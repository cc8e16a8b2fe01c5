import type { Principal, ApiToken as TokenRecord, User } from '@kerf/application';
import type { ApiToken, Viewer } from '../../generated/schema-types.js';

export function toViewerView(principal: Principal, user: User | null): Viewer {
  const { kind, name, scope } = principal;
  return { kind, name, scope, hasPassword: user?.hasPassword ?? false };
}

export function toTokenView(token: TokenRecord): ApiToken {
  return {
    id: token.id,
    name: token.name,
    scope: token.scope,
    createdAt: token.createdAt,
    createdBy: token.createdBy,
    expiresAt: token.expiresAt,
    lastUsedAt: token.lastUsedAt,
    revokedAt: token.revokedAt,
  };
}
