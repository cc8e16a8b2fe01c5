import type { ApiTokenId, Instant, TrustRuleId, UserId } from '@kerf/core';
import type { ApiToken, User } from '../domain/identity/principal.js';

/** Users, sessions, links, known browsers and API tokens. */
export interface IdentityRepository {
  insertUser(user: User, passwordHash: string | null): Promise<void>;
  findUserByName(
    name: string,
  ): Promise<{ readonly user: User; readonly passwordHash: string | null } | null>;
  findUser(id: UserId): Promise<User | null>;
  /** Returns the user names, in order. */
  userNames(): Promise<readonly string[]>;
  setPassword(id: UserId, passwordHash: string): Promise<void>;
  /** Returns all users, ordered by name. */
  listUsers(): Promise<readonly User[]>;
  setGroups(id: UserId, groups: readonly string[]): Promise<void>;
  /** Disables a user, or enables one with `null`. */
  setDisabled(id: UserId, disabledAt: Instant | null): Promise<void>;
  touchSignIn(id: UserId, at: Instant): Promise<void>;
  /** Deletes a user with sessions, links and known browsers; false when there is no such user. */
  removeUser(id: UserId): Promise<boolean>;

  insertSignInLink(link: {
    readonly digest: string;
    readonly userId: UserId;
    readonly expiresAt: Instant;
  }): Promise<void>;
  /** Redeems the link, which can be used once; `null` when it is unknown, used or expired. */
  takeSignInLink(digest: string, now: Instant): Promise<UserId | null>;
  removeSignInLinks(userId: UserId): Promise<void>;

  insertSession(session: SessionRecord): Promise<void>;
  findSession(digest: string, now: Instant): Promise<SessionRecord | null>;
  /**
   * Locks a session against removal until the transaction ends.
   * @returns false when the session does not exist or has expired
   */
  holdSession(id: string, now: Instant): Promise<boolean>;
  /** Returns the user's sessions that have not expired, newest first. */
  sessionsOf(userId: UserId, now: Instant): Promise<readonly SessionRecord[]>;
  /** @returns the user of the session; `null` when the session does not exist */
  removeSession(digest: string): Promise<UserId | null>;
  /** Ends one session of a user; false when the user has no such session. */
  endSession(userId: UserId, id: string): Promise<boolean>;
  /** Removes all sessions of a user except one. */
  removeSessions(userId: UserId, exceptId: string | null): Promise<void>;

  /** Inserts a known browser and removes the user's expired ones. */
  insertDevice(device: KnownDevice, now: Instant): Promise<void>;
  findDevice(digest: string, now: Instant): Promise<KnownDevice | null>;

  insertToken(token: ApiToken, digest: string): Promise<void>;
  /**
   * Finds a token by its secret, or by the secret before the last rotation while that is accepted.
   */
  findTokenByDigest(digest: string, now: Instant): Promise<ApiToken | null>;
  findToken(id: ApiTokenId): Promise<ApiToken | null>;
  listTokens(): Promise<readonly ApiToken[]>;
  /**
   * Locks a token against revocation until the transaction ends, so that tokens it creates in the
   * meantime are revoked with it.
   * @returns `null` when it is unknown, revoked or expired
   */
  holdToken(id: ApiTokenId, now: Instant): Promise<ApiToken | null>;
  /**
   * Revokes a token, the tokens that it created, and the tokens that those created.
   * @returns the tokens that this call revoked, `id` first; empty when it is unknown or already
   * revoked
   */
  revokeTokenTree(id: ApiTokenId, now: Instant): Promise<readonly ApiToken[]>;
  /** Revokes the tokens that a user or trust rule created, and the tokens that those created. */
  revokeTokensOf(creatorId: UserId | TrustRuleId, now: Instant): Promise<readonly ApiToken[]>;
  /** Replaces the secret of a token; the current one is accepted until `previousSecretUntil`. */
  rotateToken(
    id: ApiTokenId,
    rotation: {
      readonly digest: string;
      readonly rotatedAt: Instant;
      readonly previousSecretUntil: Instant | null;
    },
  ): Promise<void>;
  touchToken(id: ApiTokenId, now: Instant): Promise<void>;
}

/** A browser in which a user has signed in before; its cookie grants no access. */
export interface KnownDevice {
  readonly digest: string;
  readonly userId: UserId;
  readonly expiresAt: Instant;
}

/** A session of a browser; only a digest of its secret is stored. */
export interface SessionRecord {
  readonly id: string;
  readonly digest: string;
  readonly userId: UserId;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  /** The client's address at the sign-in; `null` for sessions from before it was recorded. */
  readonly address: string | null;
}
