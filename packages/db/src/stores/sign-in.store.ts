import type { SignInRepository } from '@kerf/application';
import { AppError } from '@kerf/core';
import { z } from 'zod';
import type { Db } from '../client.js';
import { parseRows } from '../json/rows.js';
import { toDate, toInstant } from '../json.js';
import { text } from '../tables/columns.js';

const userIdRow = z.object({ user_id: text });

export function createSignInStore(db: Db): SignInRepository {
  return {
    async findExternalIdentity({ issuer, subject }) {
      const key = { issuer_subject: { issuer, subject } };
      return (await db.externalIdentity.findUnique({ where: key }))?.userId ?? null;
    },
    async externalIdentities() {
      const rows = await db.externalIdentity.findMany({
        orderBy: [{ linkedAt: 'asc' }, { userId: 'asc' }],
      });
      return rows.map((row) => ({ ...row, linkedAt: toInstant(row.linkedAt) }));
    },
    async isOfProvider(userId) {
      return (await db.externalIdentity.count({ where: { userId }, take: 1 })) > 0;
    },
    async linkExternalIdentity({ issuer, subject, userId, linkedAt }) {
      const data = [{ issuer, subject, userId, linkedAt: toDate(linkedAt) }];
      const { count } = await db.externalIdentity.createMany({ data, skipDuplicates: true });
      if (count === 1) return;
      throw new AppError({
        code: 'STATE.CONFLICT',
        message: 'This person of the identity provider is already linked to a user.',
      });
    },
    async insertProviderSession(session) {
      const { sessionId, issuer, subject, providerSessionId, sealedIdToken } = session;
      const data = { sessionId, issuer, subject, providerSessionId, sealedIdToken };
      await db.providerSession.create({ data });
    },
    findProviderSession: (digest, now) =>
      db.providerSession.findFirst({
        where: { session: { digest, expiresAt: { gt: toDate(now) } } },
      }),
    async endProviderSessions({ issuer, subject, providerSessionId }) {
      const ended: unknown = await db.$queryRaw`
        DELETE FROM sessions USING provider_sessions AS provider
        WHERE provider.session_id = sessions.id AND provider.issuer = ${issuer}
          AND (${subject}::text IS NULL OR provider.subject = ${subject})
          AND (${providerSessionId}::text IS NULL OR provider.provider_session_id = ${providerSessionId})
        RETURNING sessions.user_id`;
      return [...new Set(parseRows(userIdRow, ended).map((row) => row.user_id))];
    },
    async takeLogoutToken({ digest, expiresAt }, now) {
      await db.usedLogoutToken.deleteMany({ where: { expiresAt: { lte: toDate(now) } } });
      const data = { digest, expiresAt: toDate(expiresAt) };
      const { count } = await db.usedLogoutToken.createMany({ data, skipDuplicates: true });
      return count === 1;
    },
  };
}
