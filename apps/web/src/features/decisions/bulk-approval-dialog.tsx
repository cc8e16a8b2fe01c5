import { countOf } from '@kerf/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createIdempotencyKey } from '../../lib/api/idempotency-key.js';
import { decisionKindWords } from '../../ui/badges/state-badges.js';
import { toast } from '../../ui/feedback/toast.js';
import { ApprovalDialog } from './approval-dialog.js';
import type { DecisionRow } from './decision-columns.js';
import { approvalConsequence } from './decision-text.js';
import { approveDecision } from './decisions.queries.js';

interface BulkApprovalDialogProps {
  /** The kind of all these decisions. */
  readonly kind: DecisionRow['kind'];
  readonly decisions: readonly DecisionRow[];
  readonly onClose: () => void;
}

/** Decisions that the dialog lists. */
const maxListed = 10;

/** Asks before decisions are approved together. */
export function BulkApprovalDialog({ kind, decisions, onClose }: BulkApprovalDialogProps) {
  const client = useQueryClient();
  const approving = useMutation({
    mutationFn: () => approveAll(decisions),
    onSuccess: async ({ approved, userErrors }) => {
      if (approved > 0) toast(`${countOf(approved, 'decision')} approved`);
      if (userErrors.length === 0) onClose();
      await client.invalidateQueries({ queryKey: ['decisions'] });
    },
  });
  return (
    <ApprovalDialog
      title={`Approve ${countOf(decisions.length, 'decision')}: ${decisionKindWords[kind]}`}
      action="approve the decisions"
      approving={approving}
      label="Approve all"
      onClose={onClose}
    >
      <ul>
        {decisions.slice(0, maxListed).map((decision) => (
          <li key={decision.id}>
            {decision.clusterName}: {approvalConsequence(decision)}
          </li>
        ))}
        {decisions.length > maxListed && <li>and {decisions.length - maxListed} more</li>}
      </ul>
    </ApprovalDialog>
  );
}

/** Approves one after the other; one that is refused does not stop the others. */
async function approveAll(decisions: readonly DecisionRow[]) {
  const answers = [];
  for (const { id, version } of decisions) {
    const idempotencyKey = createIdempotencyKey();
    const answer = await approveDecision({ id, expectedVersion: version, idempotencyKey });
    answers.push(
      answer.userErrors.map((error) => ({ ...error, message: `${id}: ${error.message}` })),
    );
  }
  return {
    approved: answers.filter((userErrors) => userErrors.length === 0).length,
    userErrors: answers.flat(),
  };
}
