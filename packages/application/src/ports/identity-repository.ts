import type { ApiTokenId, Instant, UserId } from '@kerf/core';
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
  /** @returns the user of the session; `null` when the session does not exist */
  removeSession(digest: string): Promise<UserId | null>;
  /** Removes all sessions of a user except one. */
  removeSessions(userId: UserId, exceptId: string | null): Promise<void>;

  /** Inserts a known browser and removes the user's expired ones. */
  insertDevice(device: KnownDevice, now: Instant): Promise<void>;
  findDevice(digest: string, now: Instant): Promise<KnownDevice | null>;

  insertToken(token: ApiToken, digest: string): Promise<void>;
  findTokenByDigest(digest: string): Promise<ApiToken | null>;
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
  /** Revokes the tokens that a user created, and the tokens that those created. */
  revokeTokensOf(userId: UserId, now: Instant): Promise<readonly ApiToken[]>;
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
}
