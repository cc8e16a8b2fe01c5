import type { ApiToken, IdentityRepository, User } from '@kerf/application';
import { AppError, type Instant } from '@kerf/core';
import { byId, byName } from './memory-table.js';
import type { MemoryTables } from './memory-tables.js';

export function memoryIdentity(tables: MemoryTables): IdentityRepository {
  return { ...userMethods(tables), ...sessionMethods(tables), ...tokenMethods(tables) };
}

function userMethods({ users, sessions, signInLinks, devices }: MemoryTables) {
  const change = (id: string, fields: Partial<User>): void =>
    users.updateWhere(
      ({ user }) => user.id === id,
      (row) => ({ ...row, user: { ...row.user, ...fields } }),
    );
  return {
    async insertUser(user, passwordHash) {
      if (users.find((row) => row.user.name === user.name) !== null) {
        throw new AppError({
          code: 'STATE.CONFLICT',
          message: `User ${user.name} already exists.`,
        });
      }
      const hasPassword = passwordHash !== null;
      users.set(user.id, { user: { ...user, hasPassword }, passwordHash });
    },
    findUserByName: async (name) => users.find(({ user }) => user.name === name),
    findUser: async (id) => users.get(id)?.user ?? null,
    userNames: async () =>
      users
        .all()
        .map(({ user }) => user.name)
        .toSorted(),
    listUsers: async () =>
      users
        .all()
        .map(({ user }) => user)
        .toSorted(byName),
    setGroups: async (id, groups) => change(id, { groups }),
    setDisabled: async (id, disabledAt) => change(id, { disabledAt }),
    touchSignIn: async (id, lastSignInAt) => change(id, { lastSignInAt }),
    async removeUser(id) {
      for (const table of [sessions, signInLinks, devices]) {
        table.deleteWhere(({ userId }) => userId === id);
      }
      return users.delete(id);
    },
    async setPassword(id, passwordHash) {
      users.updateWhere(
        ({ user }) => user.id === id,
        ({ user }) => ({ user: { ...user, hasPassword: true }, passwordHash }),
      );
    },
  } satisfies Partial<IdentityRepository>;
}

function sessionMethods({ signInLinks, sessions, devices }: MemoryTables) {
  return {
    insertSignInLink: async (link) => signInLinks.set(link.digest, link),
    async takeSignInLink(digest, now) {
      const link = signInLinks.get(digest);
      signInLinks.delete(digest);
      return link !== null && link.expiresAt > now ? link.userId : null;
    },
    removeSignInLinks: async (id) => signInLinks.deleteWhere(({ userId }) => userId === id),
    insertSession: async (session) => sessions.set(session.digest, session),
    async findSession(digest, now) {
      const session = sessions.get(digest);
      return session !== null && session.expiresAt > now ? session : null;
    },
    holdSession: async (id, now) =>
      sessions.find((session) => session.id === id && session.expiresAt > now) !== null,
    async removeSession(digest) {
      const session = sessions.get(digest);
      sessions.delete(digest);
      return session?.userId ?? null;
    },
    sessionsOf: async (userId, now) =>
      sessions
        .where((session) => session.userId === userId && session.expiresAt > now)
        .toSorted(byId)
        .toReversed(),
    async endSession(userId, id) {
      const session = sessions.find((row) => row.userId === userId && row.id === id);
      return session !== null && sessions.delete(session.digest);
    },
    removeSessions: async (userId, exceptId) =>
      sessions.deleteWhere((session) => session.userId === userId && session.id !== exceptId),
    async insertDevice(device, now) {
      devices.deleteWhere(({ userId, expiresAt }) => userId === device.userId && expiresAt <= now);
      devices.set(device.digest, device);
    },
    async findDevice(digest, now) {
      const device = devices.get(digest);
      return device !== null && device.expiresAt > now ? device : null;
    },
  } satisfies Partial<IdentityRepository>;
}

function tokenMethods({ tokens }: MemoryTables) {
  const withoutDigest = ({
    digest: _,
    previousDigest: __,
    ...token
  }: NonNullable<ReturnType<typeof tokens.get>>) => token;
  const revoke = (matches: (token: ApiToken) => boolean, now: Instant): readonly ApiToken[] => {
    const revoked = tokens.where((row) => row.revokedAt === null && matches(row));
    for (const row of revoked) tokens.set(row.id, { ...row, revokedAt: now });
    return revoked.map((row) => ({ ...withoutDigest(row), revokedAt: now }));
  };
  const revokeCreatedBy = (creators: readonly string[], now: Instant): readonly ApiToken[] => {
    const created = tokens
      .where(({ creatorId }) => creatorId !== null && creators.includes(creatorId))
      .map(({ id }) => id);
    if (created.length === 0) return [];
    const revoked = revoke(({ id }) => created.includes(id), now);
    return [...revoked, ...revokeCreatedBy(created, now)];
  };
  return {
    async insertToken(token, digest) {
      tokens.set(token.id, {
        ...token,
        lastUsedAt: null,
        revokedAt: null,
        rotatedAt: null,
        previousSecretUntil: null,
        digest,
        previousDigest: null,
      });
    },
    async findTokenByDigest(digest, now) {
      const row = tokens.find(
        (token) =>
          token.digest === digest ||
          (token.previousDigest === digest && (token.previousSecretUntil ?? 0) > now),
      );
      return row === null ? null : withoutDigest(row);
    },
    async findToken(id) {
      const row = tokens.get(id);
      return row === null ? null : withoutDigest(row);
    },
    async rotateToken(id, { digest, rotatedAt, previousSecretUntil }) {
      tokens.updateWhere(
        (token) => token.id === id,
        (token) => ({
          ...token,
          digest,
          rotatedAt,
          previousDigest: previousSecretUntil === null ? null : token.digest,
          previousSecretUntil,
        }),
      );
    },
    listTokens: async () => tokens.all().map(withoutDigest).toSorted(byId).toReversed(),
    async holdToken(id, now) {
      const row = tokens.get(id);
      return row === null || row.revokedAt !== null || row.expiresAt <= now
        ? null
        : withoutDigest(row);
    },
    async revokeTokenTree(id, now) {
      const revoked = revoke((token) => token.id === id, now);
      return revoked.length === 0 ? [] : [...revoked, ...revokeCreatedBy([id], now)];
    },
    revokeTokensOf: async (userId, now) => revokeCreatedBy([userId], now),
    async touchToken(id, now) {
      tokens.updateWhere(
        (token) => token.id === id,
        (token) => ({ ...token, lastUsedAt: now }),
      );
    },
  } satisfies Partial<IdentityRepository>;
}
