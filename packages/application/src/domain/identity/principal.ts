import type { ApiTokenId, Instant, UserId } from '@kerf/core';

/** The authenticated caller; `name` is shown in the audit log and in decisions. */
export type Principal =
  | {
      readonly kind: 'User';
      readonly id: UserId;
      readonly name: string;
      readonly scope: 'write';
      /** Absent for a caller without a session, e.g. an operator on the server. */
      readonly sessionId?: string;
    }
  | {
      readonly kind: 'ApiToken';
      readonly id: ApiTokenId;
      readonly name: string;
      readonly scope: 'read' | 'write';
    };

/** A user who can sign in. */
export interface User {
  readonly id: UserId;
  readonly name: string;
  readonly hasPassword: boolean;
  readonly createdAt: Instant;
}

/** A token for automation; its secret is shown once, and only its digest is stored. */
export interface ApiToken {
  readonly id: ApiTokenId;
  readonly name: string;
  readonly scope: 'read' | 'write';
  readonly createdAt: Instant;
  readonly createdBy: string;
  /** ID of the user or token that created it; `null` for tokens from before this was recorded. */
  readonly creatorId: string | null;
  readonly expiresAt: Instant;
  readonly lastUsedAt: Instant | null;
  readonly revokedAt: Instant | null;
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
