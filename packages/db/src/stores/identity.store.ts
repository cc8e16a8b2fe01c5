import type { ApiToken, IdentityRepository } from '@kerf/application';
import { type Instant } from '@kerf/core';
import { z } from 'zod';
import type { Db } from '../client.js';
import { parseRows } from '../json/rows.js';
import type { UnreadableRecords } from '../json/unreadable-records.js';
import { toDate, toInstant, toNullableDate } from '../json.js';
import { text } from '../tables/columns.js';
import { apiTokens, sessions, users } from '../tables/identity.js';
import { insertOnce, insertRows } from '../tables/table.js';

export function createIdentityStore(db: Db, unreadable: UnreadableRecords): IdentityRepository {
  return {
    ...userMethods(db),
    ...sessionMethods(db),
    ...deviceMethods(db),
    ...tokenMethods(db, unreadable),
  };
}

const idRow = z.object({ id: text });
const takenLinkRow = z.object({ user_id: text, expires_at: z.date() });
const removedSessionRow = z.object({ user_id: text });

function userMethods(db: Db) {
  return {
    async insertUser(user, passwordHash) {
      await insertOnce(db, users, { ...user, passwordHash }, () => ({
        code: 'STATE.CONFLICT',
        message: `User ${user.name} already exists.`,
      }));
    },
    async findUserByName(name) {
      const row = await db.user.findUnique({ where: { name } });
      return row === null ? null : { user: users.read(row), passwordHash: row.passwordHash };
    },
    async findUser(id) {
      const row = await db.user.findUnique({ where: { id } });
      return row === null ? null : users.read(row);
    },
    async userNames() {
      const rows = await db.user.findMany({ select: { name: true }, orderBy: { name: 'asc' } });
      return rows.map(({ name }) => name);
    },
    async listUsers() {
      return (await db.user.findMany({ orderBy: { name: 'asc' } })).map(users.read);
    },
    async setGroups(id, groups) {
      await db.user.updateMany({ where: { id }, data: { groups: [...groups] } });
    },
    async setDisabled(id, disabledAt) {
      const data = { disabledAt: toNullableDate(disabledAt) };
      await db.user.updateMany({ where: { id }, data });
    },
    async touchSignIn(id, at) {
      await db.user.updateMany({ where: { id }, data: { lastSignInAt: toDate(at) } });
    },
    async removeUser(id) {
      return (await db.user.deleteMany({ where: { id } })).count > 0;
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
      const taken: unknown = await db.$queryRaw`
        DELETE FROM sign_in_links WHERE digest = ${digest} RETURNING user_id, expires_at`;
      const [link] = parseRows(takenLinkRow, taken);
      return link !== undefined && link.expires_at.getTime() > now ? link.user_id : null;
    },
    insertSession: (session) => insertRows(db, sessions, [session]),
    async findSession(digest, now) {
      const row = await db.session.findFirst({ where: { digest, expiresAt: { gt: toDate(now) } } });
      return row === null ? null : sessions.read(row);
    },
    async sessionsOf(userId, now) {
      const rows = await db.session.findMany({
        where: { userId, expiresAt: { gt: toDate(now) } },
        orderBy: { id: 'desc' },
      });
      return rows.map(sessions.read);
    },
    async endSession(userId, id) {
      return (await db.session.deleteMany({ where: { userId, id } })).count > 0;
    },
    async holdSession(id, now) {
      const held: unknown = await db.$queryRaw`
        SELECT id FROM sessions WHERE id = ${id} AND expires_at > ${toDate(now)} FOR SHARE`;
      return parseRows(idRow, held).length > 0;
    },
    async removeSession(digest) {
      const removed: unknown = await db.$queryRaw`
        DELETE FROM sessions WHERE digest = ${digest} RETURNING user_id`;
      const [session] = parseRows(removedSessionRow, removed);
      return session?.user_id ?? null;
    },
    async removeSessions(userId, exceptId) {
      await db.session.deleteMany({
        where: { userId, ...(exceptId === null ? {} : { id: { not: exceptId } }) },
      });
    },
    async removeSignInLinks(userId) {
      await db.signInLink.deleteMany({ where: { userId } });
    },
  } satisfies Partial<IdentityRepository>;
}

function deviceMethods(db: Db) {
  return {
    async insertDevice({ digest, userId, expiresAt }, now) {
      await db.knownDevice.deleteMany({ where: { userId, expiresAt: { lte: toDate(now) } } });
      await db.knownDevice.create({ data: { digest, userId, expiresAt: toDate(expiresAt) } });
    },
    async findDevice(digest, now) {
      const row = await db.knownDevice.findFirst({
        where: { digest, expiresAt: { gt: toDate(now) } },
      });
      return row === null ? null : { ...row, expiresAt: toInstant(row.expiresAt) };
    },
  } satisfies Partial<IdentityRepository>;
}

function tokenMethods(db: Db, unreadable: UnreadableRecords) {
  return {
    insertToken: (token, digest) => insertRows(db, apiTokens, [{ ...token, digest }]),
    async findTokenByDigest(digest, now) {
      const row =
        (await db.apiToken.findUnique({ where: { digest } })) ??
        (await db.apiToken.findFirst({
          where: { previousDigest: digest, previousSecretUntil: { gt: toDate(now) } },
        }));
      return row === null ? null : apiTokens.read(row);
    },
    async findToken(id) {
      const row = await db.apiToken.findUnique({ where: { id } });
      return row === null ? null : apiTokens.read(row);
    },
    async rotateToken(id, { digest, rotatedAt, previousSecretUntil }) {
      const until = toNullableDate(previousSecretUntil);
      await db.$executeRaw`
        UPDATE api_tokens SET digest = ${digest}, rotated_at = ${toDate(rotatedAt)},
          previous_digest = CASE WHEN ${until}::timestamptz IS NULL THEN NULL ELSE digest END,
          previous_secret_until = ${until}
        WHERE id = ${id}`;
    },
    listTokens: async () =>
      unreadable.readable(await db.apiToken.findMany({ orderBy: { id: 'desc' } }), apiTokens),
    async holdToken(id, now) {
      const held: unknown = await db.$queryRaw`
        SELECT id FROM api_tokens
        WHERE id = ${id} AND revoked_at IS NULL AND expires_at > ${toDate(now)} FOR SHARE`;
      if (parseRows(idRow, held).length === 0) return null;
      return apiTokens.read(await db.apiToken.findUniqueOrThrow({ where: { id } }));
    },
    async revokeTokenTree(id, now) {
      const revoked = await revoke(db, [id], now);
      return revoked.length === 0 ? [] : [...revoked, ...(await revokeCreatedBy(db, [id], now))];
    },
    revokeTokensOf: (userId, now) => revokeCreatedBy(db, [userId], now),
    async touchToken(id, now) {
      await db.apiToken.updateMany({ where: { id }, data: { lastUsedAt: toDate(now) } });
    },
  } satisfies Partial<IdentityRepository>;
}

/** Revokes the tokens that are not revoked yet, and returns them. */
async function revoke(db: Db, ids: readonly string[], now: Instant): Promise<readonly ApiToken[]> {
  const rows = await db.apiToken.updateManyAndReturn({
    where: { id: { in: [...ids] }, revokedAt: null },
    data: { revokedAt: toDate(now) },
  });
  return rows.map(apiTokens.read);
}

/**
 * Revokes the tokens that these callers created, generation by generation: each statement waits for
 * creations that hold a token of its generation, and the next, later statement sees the new tokens.
 */
async function revokeCreatedBy(
  db: Db,
  creatorIds: readonly string[],
  now: Instant,
): Promise<readonly ApiToken[]> {
  const created = await db.apiToken.findMany({
    where: { creatorId: { in: [...creatorIds] } },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  if (created.length === 0) return [];
  const ids = created.map(({ id }) => id);
  const revoked = await revoke(db, ids, now);
  return [...revoked, ...(await revokeCreatedBy(db, ids, now))];
}
