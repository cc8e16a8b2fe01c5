import type { TrustRule, TrustRuleRepository } from '@kerf/application';
import { type AppErrorFields } from '@kerf/core';
import type { Db } from '../client.js';
import type { TrustRule as RuleModel } from '../generated/client.js';
import { claimConditions, trustRuleScope } from '../json/trust-rule.js';
import type { UnreadableRecords } from '../json/unreadable-records.js';
import { toDate, toInstant } from '../json.js';
import { holdNames, insertOnce, renameOnce, skipDuplicates } from './insert-once.js';

export function createTrustRuleStore(db: Db, unreadable: UnreadableRecords): TrustRuleRepository {
  return {
    async list() {
      const rows = await db.trustRule.findMany({ orderBy: { name: 'asc' } });
      return unreadable.readable(rows, toRule, ({ id }) => ({
        clusterId: null,
        object: `TrustRule/${id}`,
      }));
    },
    async find(id) {
      const row = await db.trustRule.findUnique({ where: { id } });
      return row === null ? null : toRule(row);
    },
    async hold(id) {
      await db.$queryRaw`SELECT 1 FROM trust_rules WHERE id = ${id} FOR SHARE`;
      const row = await db.trustRule.findUnique({ where: { id } });
      return row === null ? null : toRule(row);
    },
    async insert(rule) {
      const { id, createdAt, createdBy, creatorId, version } = rule;
      const made = { createdAt: toDate(createdAt), createdBy, creatorId };
      const data = [{ ...termsOf(rule), ...made, id, version }];
      await holdNames(db, 'trust_rules');
      await insertOnce(
        () => db.trustRule.createMany({ data, skipDuplicates }),
        () => taken(rule),
      );
    },
    async save(rule) {
      await holdNames(db, 'trust_rules');
      return renameOnce(
        (where) => db.trustRule.count({ where }),
        rule,
        async () => {
          const { id, version, creatorId } = rule;
          const data = { ...termsOf(rule), creatorId, version: version + 1 };
          const { count } = await db.trustRule.updateMany({ where: { id, version }, data });
          return count === 0 ? null : { ...rule, version: version + 1 };
        },
        () => taken(rule),
      );
    },
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

function termsOf(rule: TrustRule) {
  const { name, issuer, audience, role, lifetimeSeconds } = rule;
  return {
    name,
    issuer,
    audience,
    role,
    lifetimeSeconds,
    conditions: claimConditions.write(rule.conditions),
    scope: trustRuleScope.write(rule.scope),
  };
}

const taken = ({ name }: TrustRule): AppErrorFields => ({
  code: 'STATE.CONFLICT',
  message: `Trust rule ${name} already exists. Choose another name.`,
  fields: [{ path: 'name', message: 'is taken' }],
});

/** @throws UnreadableRecord */
function toRule(row: RuleModel): TrustRule {
  return {
    ...row,
    conditions: claimConditions.read(row.conditions),
    scope: trustRuleScope.read(row.scope),
    createdAt: toInstant(row.createdAt),
  };
}
