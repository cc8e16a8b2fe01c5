import type { ChatIdentity, ChatIdentityRepository } from '@kerf/application';
import { z } from 'zod';
import type { Db } from '../client.js';
import type { ChatIdentity as IdentityModel } from '../generated/client.js';
import { parseRows } from '../json/rows.js';
import { oneOf, toDate, toInstant } from '../json.js';
import { text } from '../tables/columns.js';

const takenRow = z.object({ user_id: text, expires_at: z.date() });

export function createChatIdentityStore(db: Db): ChatIdentityRepository {
  return {
    async insertCode({ digest, userId, expiresAt }) {
      await db.chatCode.deleteMany({ where: { userId } });
      await db.chatCode.create({ data: { digest, userId, expiresAt: toDate(expiresAt) } });
    },
    async takeCode(digest, now) {
      const taken: unknown = await db.$queryRaw`
        DELETE FROM chat_codes WHERE digest = ${digest} RETURNING user_id, expires_at`;
      const [code] = parseRows(takenRow, taken);
      return code !== undefined && code.expires_at.getTime() > now ? code.user_id : null;
    },
    async link({ provider, workspaceId, personId, app, userId, linkedAt }) {
      const person = { provider, workspaceId, personId, app };
      const data = { userId, linkedAt: toDate(linkedAt) };
      await db.chatIdentity.deleteMany({ where: { ...person, app: '' } });
      await db.chatIdentity.upsert({
        where: { provider_workspaceId_personId_app: person },
        create: { ...person, ...data },
        update: data,
      });
    },
    async find({ provider, workspaceId, personId, app }) {
      const row = await db.chatIdentity.findUnique({
        where: { provider_workspaceId_personId_app: { provider, workspaceId, personId, app } },
      });
      return row === null ? null : toIdentity(row);
    },
    async ofUser(userId) {
      const rows = await db.chatIdentity.findMany({
        where: { userId },
        orderBy: { linkedAt: 'asc' },
      });
      return rows.map(toIdentity);
    },
    async unlink(userId) {
      const { count } = await db.chatIdentity.deleteMany({ where: { userId } });
      return count;
    },
  };
}

/** @throws UnreadableRecord */
const toIdentity = (row: IdentityModel): ChatIdentity => ({
  ...row,
  provider: oneOf(['Slack'], row.provider),
  linkedAt: toInstant(row.linkedAt),
});
