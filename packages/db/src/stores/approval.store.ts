import type { ApprovalPolicyRepository, ReviewRepository } from '@kerf/application';
import type { Db } from '../client.js';
import { approvalPolicyVersions } from '../tables/approval-policies.js';
import { decisionReviews } from '../tables/decisions.js';
import { insertMissing, insertRows } from '../tables/table.js';

export function createApprovalPolicyStore(db: Db): ApprovalPolicyRepository {
  return {
    async current() {
      const row = await db.approvalPolicyVersion.findFirst({ orderBy: { version: 'desc' } });
      return row === null ? null : approvalPolicyVersions.read(row);
    },
    async find(version) {
      const row = await db.approvalPolicyVersion.findUnique({ where: { version } });
      return row === null ? null : approvalPolicyVersions.read(row);
    },
    async insert(policy) {
      return (await insertMissing(db, approvalPolicyVersions, [policy])) === 1;
    },
  };
}

export function createReviewStore(db: Db): ReviewRepository {
  return {
    async of(id) {
      const rows = await db.decisionReview.findMany({
        where: { decisionId: id },
        orderBy: { id: 'asc' },
      });
      return rows.map(decisionReviews.read);
    },
    async openOf(personId) {
      const rows = await db.decisionReview.findMany({
        where: { personId, decision: { state: { in: ['AwaitingApproval', 'Approved'] } } },
        distinct: ['decisionId'],
        orderBy: { decisionId: 'asc' },
        select: { decisionId: true },
      });
      return rows.map(({ decisionId }) => decisionId);
    },
    add: (decisionId, review) => insertRows(db, decisionReviews, [{ ...review, decisionId }]),
  };
}
