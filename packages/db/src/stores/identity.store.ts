import type { ApiToken, IdentityRepository, User } from '@kerf/application';
import { AppError } from '@kerf/core';
import { type Db, isUniqueViolation } from '../client.js';
import type { ApiToken as TokenModel, User as UserModel } from '../generated/client.js';
import { oneOf, toDate, toInstant, toNullableInstant } from '../json.js';

export function createIdentityStore(db: Db): IdentityRepository {
  return { ...userMethods(db), ...sessionMethods(db), ...tokenMethods(db) };
}

function userMethods(db: Db) {
  return {
    async insertUser(user, passwordHash) {
      try {
        await db.user.create({
          data: { id: user.id, name: user.name, passwordHash, createdAt: toDate(user.createdAt) },
        });
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        throw new AppError({
          code: 'STATE.CONFLICT',
          message: `there is a user ${user.name} already`,
        });
      }
    },
    async findUserByName(name) {
      const row = await db.user.findUnique({ where: { name } });
      return row === null ? null : { user: toUser(row), passwordHash: row.passwordHash };
    },
    async findUser(id) {
      const row = await db.user.findUnique({ where: { id } });
      return row === null ? null : toUser(row);
    },
    async setPassword(id, passwordHash) {
      await db.user.update({ where: { id }, data: { passwordHash } });
    },
  } satisfies Partial<IdentityRepository>;
}

function sessionMethods(db: Db) {
  return {
    async insertSignInLink(link) {
      await db.signInLink.create({
        data: { digest: link.digest, userId: link.userId, expiresAt: toDate(link.expiresAt) },
      });
    },
    async takeSignInLink(digest, now) {
      const taken = await db.$queryRaw<{ user_id: string; expires_at: Date }[]>`
        DELETE FROM sign_in_links WHERE digest = ${digest} RETURNING user_id, expires_at`;
      const [link] = taken;
      return link !== undefined && link.expires_at.getTime() > now ? link.user_id : null;
    },
    async insertSession(session) {
      await db.session.create({
        data: {
          id: session.id,
          digest: session.digest,
          userId: session.userId,
          createdAt: toDate(session.createdAt),
          expiresAt: toDate(session.expiresAt),
        },
      });
    },
    async findSession(digest, now) {
      const row = await db.session.findFirst({ where: { digest, expiresAt: { gt: toDate(now) } } });
      return row === null
        ? null
        : {
            id: row.id,
            digest: row.digest,
            userId: row.userId,
            createdAt: toInstant(row.createdAt),
            expiresAt: toInstant(row.expiresAt),
          };
    },
    async removeSession(digest) {
      await db.session.deleteMany({ where: { digest } });
    },
  } satisfies Partial<IdentityRepository>;
}

function tokenMethods(db: Db) {
  return {
    async insertToken(token, digest) {
      await db.apiToken.create({
        data: {
          id: token.id,
          name: token.name,
          scope: token.scope,
          digest,
          createdAt: toDate(token.createdAt),
          createdBy: token.createdBy,
          expiresAt: toDate(token.expiresAt),
        },
      });
    },
    async findTokenByDigest(digest) {
      const row = await db.apiToken.findUnique({ where: { digest } });
      return row === null ? null : toToken(row);
    },
    async listTokens() {
      return (await db.apiToken.findMany({ orderBy: { id: 'desc' } })).map(toToken);
    },
    async revokeToken(id, now) {
      const { count } = await db.apiToken.updateMany({
        where: { id, revokedAt: null },
        data: { revokedAt: toDate(now) },
      });
      return count === 1;
    },
    async touchToken(id, now) {
      await db.apiToken.updateMany({ where: { id }, data: { lastUsedAt: toDate(now) } });
    },
  } satisfies Partial<IdentityRepository>;
}

function toUser(row: UserModel): User {
  return {
    id: row.id,
    name: row.name,
    hasPassword: row.passwordHash !== null,
    createdAt: toInstant(row.createdAt),
  };
}

function toToken(row: TokenModel): ApiToken {
  return {
    id: row.id,
    name: row.name,
    scope: oneOf(['read', 'write'], row.scope),
    createdAt: toInstant(row.createdAt),
    createdBy: row.createdBy,
    expiresAt: toInstant(row.expiresAt),
    lastUsedAt: toNullableInstant(row.lastUsedAt),
    revokedAt: toNullableInstant(row.revokedAt),
  };
}
