import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createIdempotencyKey } from '../../lib/api/idempotency-key.js';
import { decisionSentence } from '../../lib/format/decision-sentence.js';
import { toast } from '../../ui/feedback/toast.js';
import { ApprovalDialog } from './approval-dialog.js';
import type { DecisionRow } from './decision-columns.js';
import { approvalConsequence } from './decision-text.js';
import { approveDecision } from './decisions.queries.js';

export interface RowApprovalProps {
  readonly decision: DecisionRow;
  readonly onClose: () => void;
}

/** Asks before a decision of the list is approved. */
export function RowApproval({ decision, onClose }: RowApprovalProps) {
  const { id, version, clusterName } = decision;
  const client = useQueryClient();
  const approving = useMutation({
    mutationFn: () =>
      approveDecision({ id, expectedVersion: version, idempotencyKey: createIdempotencyKey() }),
    onSuccess: async ({ userErrors }) => {
      if (userErrors.length === 0) {
        toast('Approved');
        onClose();
      }
      await client.invalidateQueries({ queryKey: ['decisions'] });
    },
  });
  return (
    <ApprovalDialog
      title={`Approve: ${decisionSentence(decision)}?`}
      action="approve the decision"
      approving={approving}
      label="Approve"
      onClose={onClose}
    >
      <p>
        In {clusterName}: {approvalConsequence(decision)}.
      </p>
    </ApprovalDialog>
  );
}
