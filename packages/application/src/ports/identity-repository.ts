import type { ApiTokenId, Instant, UserId } from '@kerf/core';
import type { ApiToken, User } from '../domain/identity/principal.js';

/** Users, sessions, links, known browsers and API tokens. */
export interface IdentityRepository {
  insertUser(user: User, passwordHash: string | null): Promise<void>;
  findUserByName(
    name: string,
  ): Promise<{ readonly user: User; readonly passwordHash: string | null } | null>;
  findUser(id: UserId): Promise<User | null>;
  /** By name. */
  userNames(): Promise<readonly string[]>;
  setPassword(id: UserId, passwordHash: string): Promise<void>;

  insertSignInLink(link: {
    readonly digest: string;
    readonly userId: UserId;
    readonly expiresAt: Instant;
  }): Promise<void>;
  /** Uses the link up; `null` when it is unknown, used or expired. */
  takeSignInLink(digest: string, now: Instant): Promise<UserId | null>;
  removeSignInLinks(userId: UserId): Promise<void>;

  insertSession(session: SessionRecord): Promise<void>;
  findSession(digest: string, now: Instant): Promise<SessionRecord | null>;
  /** Keeps a session from being ended until the transaction ends. @returns false when it is over */
  holdSession(id: string, now: Instant): Promise<boolean>;
  /** @returns whose it was; `null` when there is none */
  removeSession(digest: string): Promise<UserId | null>;
  /** Removes the sessions of a user, but for one of them. */
  removeSessions(userId: UserId, exceptId: string | null): Promise<void>;

  /** Drops those of the user that have expired. */
  insertDevice(device: KnownDevice, now: Instant): Promise<void>;
  findDevice(digest: string, now: Instant): Promise<KnownDevice | null>;

  insertToken(token: ApiToken, digest: string): Promise<void>;
  findTokenByDigest(digest: string): Promise<ApiToken | null>;
  listTokens(): Promise<readonly ApiToken[]>;
  /**
   * Keeps a token from being revoked until the transaction ends, so that what it creates meanwhile
   * is revoked with it.
   * @returns `null` when it is unknown, revoked or expired
   */
  holdToken(id: ApiTokenId, now: Instant): Promise<ApiToken | null>;
  /**
   * Revokes a token and all that it created, and all that those created.
   * @returns those that this revoked, the token first; none when it is unknown or revoked already
   */
  revokeTokenTree(id: ApiTokenId, now: Instant): Promise<readonly ApiToken[]>;
  /** Revokes the tokens that a user created, and all that those created. */
  revokeTokensOf(userId: UserId, now: Instant): Promise<readonly ApiToken[]>;
  touchToken(id: ApiTokenId, now: Instant): Promise<void>;
}

/** A browser in which a user signed in before; its cookie opens nothing. */
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
