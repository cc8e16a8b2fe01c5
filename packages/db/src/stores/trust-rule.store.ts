import type { TrustRule, TrustRuleRepository } from '@kerf/application';
import { type AppErrorFields } from '@kerf/core';
import type { Db } from '../client.js';
import type { UnreadableRecords } from '../json/unreadable-records.js';
import { toDate } from '../json.js';
import { saveRow } from '../tables/table.js';
import { trustRules } from '../tables/trust-rules.js';
import { insertNamed, renameOnce } from './rename-once.js';

export function createTrustRuleStore(db: Db, unreadable: UnreadableRecords): TrustRuleRepository {
  return {
    list: async () =>
      unreadable.readable(await db.trustRule.findMany({ orderBy: { name: 'asc' } }), trustRules),
    async find(id) {
      const row = await db.trustRule.findUnique({ where: { id } });
      return row === null ? null : trustRules.read(row);
    },
    async hold(id) {
      await db.$queryRaw`SELECT 1 FROM trust_rules WHERE id = ${id} FOR SHARE`;
      const row = await db.trustRule.findUnique({ where: { id } });
      return row === null ? null : trustRules.read(row);
    },
    insert: (rule) => insertNamed(db, trustRules, rule, () => taken(rule)),
    save: (rule) =>
      renameOnce(db, trustRules, rule, {
        countOthers: (where) => db.trustRule.count({ where }),
        save: () => saveRow(db, trustRules, rule),
        conflict: () => taken(rule),
      }),
    async remove(id) {
      return (await db.trustRule.deleteMany({ where: { id } })).count > 0;
    },
    async removeExpiredTokens(id, before) {
      await db.$executeRaw`
        DELETE FROM role_bindings WHERE subject_kind = 'ApiToken' AND subject_id IN (
          SELECT id FROM api_tokens WHERE creator_id = ${id} AND expires_at < ${toDate(before)})`;
      await db.apiToken.deleteMany({ where: { creatorId: id, expiresAt: { lt: toDate(before) } } });
    },
  };
}

const taken = ({ name }: TrustRule): AppErrorFields => ({
  code: 'STATE.CONFLICT',
  message: `Trust rule ${name} already exists. Choose another name.`,
  fields: [{ path: 'name', message: 'is taken' }],
});
