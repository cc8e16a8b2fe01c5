import type { ApprovalPolicyRepository, ReviewRepository } from '@kerf/application';
import type { MemoryTables } from './memory-tables.js';

export function memoryApprovalPolicies({
  approvalPolicies,
}: MemoryTables): ApprovalPolicyRepository {
  return {
    current: async () =>
      approvalPolicies.all().toSorted((a, b) => b.version - a.version)[0] ?? null,
    find: async (version) => approvalPolicies.get(String(version)),
    async insert(policy) {
      if (approvalPolicies.has(String(policy.version))) return false;
      approvalPolicies.set(String(policy.version), policy);
      return true;
    },
  };
}

export function memoryReviews({ reviews, decisions }: MemoryTables): ReviewRepository {
  return {
    openOf: async (personId) =>
      [
        ...new Set(
          reviews
            .where((review) => review.personId === personId)
            .map((review) => review.decisionId),
        ),
      ]
        .filter((id) => ['AwaitingApproval', 'Approved'].includes(decisions.get(id)?.state ?? ''))
        .sort(),
    of: async (id) =>
      reviews
        .where(({ decisionId }) => decisionId === id)
        .map(({ decisionId: _, ...review }) => review),
    add: async (decisionId, review) => reviews.append({ ...review, decisionId }),
  };
}
