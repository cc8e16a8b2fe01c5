import type { ApiTokenId, Instant, UserId } from '@kerf/core';

/** Who asks; `name` is shown in the audit log and in decisions. */
export type Principal =
  | {
      readonly kind: 'User';
      readonly id: UserId;
      readonly name: string;
      readonly scope: 'write';
      /** Left out where nobody signed in, e.g. for an operator on the server. */
      readonly sessionId?: string;
    }
  | {
      readonly kind: 'ApiToken';
      readonly id: ApiTokenId;
      readonly name: string;
      readonly scope: 'read' | 'write';
    };

/** A person who can sign in. */
export interface User {
  readonly id: UserId;
  readonly name: string;
  readonly hasPassword: boolean;
  readonly createdAt: Instant;
}

/** A token for automation; its secret is shown once and kept only as a digest. */
export interface ApiToken {
  readonly id: ApiTokenId;
  readonly name: string;
  readonly scope: 'read' | 'write';
  readonly createdAt: Instant;
  readonly createdBy: string;
  /** Of the user or token that created it; `null` for tokens from before this was kept. */
  readonly creatorId: string | null;
  readonly expiresAt: Instant;
  readonly lastUsedAt: Instant | null;
  readonly revokedAt: Instant | null;
}

/** One write, or one attempt to get in: who did what to what, and what changed. Append-only. */
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
