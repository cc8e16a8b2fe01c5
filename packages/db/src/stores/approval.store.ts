import type { ApprovalPolicyRepository, ReviewRepository } from '@kerf/application';
import { type ApprovalPolicy, type Review, reviewVerdicts } from '@kerf/application';
import type { Db } from '../client.js';
import type {
  ApprovalPolicyVersion as PolicyModel,
  DecisionReview as ReviewModel,
} from '../generated/client.js';
import { approvalRules, maintenanceWindow, reviewedBy, savedBy } from '../json/approval.js';
import type { Stored } from '../json/format.js';
import { oneOf, orDbNull, toDate, toInstant } from '../json.js';

export function createApprovalPolicyStore(db: Db): ApprovalPolicyRepository {
  return {
    async current() {
      const row = await db.approvalPolicyVersion.findFirst({ orderBy: { version: 'desc' } });
      return row === null ? null : toApprovalPolicy(row);
    },
    async find(version) {
      const row = await db.approvalPolicyVersion.findUnique({ where: { version } });
      return row === null ? null : toApprovalPolicy(row);
    },
    async insert(policy) {
      const { count } = await db.approvalPolicyVersion.createMany({
        data: {
          version: policy.version,
          rules: approvalRules.write(policy.rules),
          savedAt: toDate(policy.savedAt),
          savedBy: savedBy.write(policy.savedBy),
          comment: policy.comment,
          restoredFrom: policy.restoredFrom,
        },
        skipDuplicates: true,
      });
      return count === 1;
    },
  };
}

/**
 * An unreadable policy stops the decisions that need it: another one must not apply in its place.
 * @throws UnreadableRecord
 */
const toApprovalPolicy = (row: Stored<PolicyModel, 'rules' | 'savedBy'>): ApprovalPolicy => ({
  version: row.version,
  rules: approvalRules.read(row.rules),
  savedAt: toInstant(row.savedAt),
  savedBy: savedBy.read(row.savedBy),
  comment: row.comment,
  restoredFrom: row.restoredFrom,
});

export function createReviewStore(db: Db): ReviewRepository {
  return {
    async of(id) {
      const rows = await db.decisionReview.findMany({
        where: { decisionId: id },
        orderBy: { id: 'asc' },
      });
      return rows.map(toReview);
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
    async add(decisionId, review) {
      await db.decisionReview.create({
        data: {
          decisionId,
          at: toDate(review.at),
          verdict: review.verdict,
          by: reviewedBy.write(review.by),
          personId: review.personId,
          planDigest: review.planDigest,
          window: orDbNull(maintenanceWindow.writeNullable(review.window)),
          comment: review.comment,
        },
      });
    },
  };
}

/** @throws UnreadableRecord */
const toReview = (row: Stored<ReviewModel, 'by' | 'window'>): Review => ({
  at: toInstant(row.at),
  verdict: oneOf(reviewVerdicts, row.verdict),
  by: reviewedBy.read(row.by),
  personId: row.personId,
  planDigest: row.planDigest,
  window: maintenanceWindow.readNullable(row.window),
  comment: row.comment,
});
