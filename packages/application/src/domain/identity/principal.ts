import type { ApiTokenId, Instant, TeamId, UserId } from '@kerf/core';
import type { AccessGrant } from './grant.js';

/** Rights of a caller, and the roles, groups and teams that give them. */
export interface CallerAccess {
  /** The caller's role bindings with their actions; scopes of teams are already expanded. */
  readonly grants: readonly AccessGrant[];
  /** Groups of the identity provider; none for API tokens. */
  readonly groups: readonly string[];
  /** Names of the roles that are granted, ordered by name. */
  readonly roles: readonly string[];
  /** The teams that the caller is a member of; none for API tokens. */
  readonly teams: readonly TeamId[];
}

/** The authenticated caller; `name` is shown in the audit log and in decisions. */
export type Principal = CallerAccess &
  (
    | {
        readonly kind: 'User';
        readonly id: UserId;
        readonly name: string;
        /** Absent for a caller without a session, e.g. an operator on the server. */
        readonly sessionId?: string;
      }
    | { readonly kind: 'ApiToken'; readonly id: ApiTokenId; readonly name: string }
  );

/** A user who can sign in. */
export interface User {
  readonly id: UserId;
  readonly name: string;
  readonly hasPassword: boolean;
  readonly createdAt: Instant;
  /** Groups that the identity provider reported at the last sign-in. */
  readonly groups: readonly string[];
  /** Time since which the user cannot sign in; `null` for an active user. */
  readonly disabledAt: Instant | null;
  readonly lastSignInAt: Instant | null;
}

/** A token for automation; its secret is shown once, and only its digest is stored. */
export interface ApiToken {
  readonly id: ApiTokenId;
  readonly name: string;
  readonly createdAt: Instant;
  readonly createdBy: string;
  /** ID of the user or token that created it; `null` for tokens from before this was recorded. */
  readonly creatorId: string | null;
  readonly expiresAt: Instant;
  readonly lastUsedAt: Instant | null;
  readonly revokedAt: Instant | null;
  /** When its secret was replaced last. */
  readonly rotatedAt: Instant | null;
  /** Time until which the secret before the last rotation is accepted, too. */
  readonly previousSecretUntil: Instant | null;
}

/**
 * An entry of the audit log: one write or one sign-in attempt, with its actor, object and change.
 * Append-only.
 */
export interface AuditEntry {
  readonly id: string;
  readonly at: Instant;
  readonly actor: {
    readonly kind: 'User' | 'ApiToken' | 'Kerf' | 'Anonymous';
    readonly id: string | null;
    readonly name: string;
  };
  /** `noun.verb`, e.g. `decision.approve`. */
  readonly action: string;
  readonly object: { readonly kind: string; readonly id: string; readonly name: string };
  readonly clusterId: string | null;
  readonly outcome: 'Done' | 'Refused';
  readonly comment: string | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly requestId: string | null;
}
