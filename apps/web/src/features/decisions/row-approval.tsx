import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createIdempotencyKey } from '../../lib/api/idempotency-key.js';
import { decisionSentence } from '../../lib/format/decision-sentence.js';
import { Button, Modal } from '../../ui/controls/controls.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import { toast } from '../../ui/feedback/toast.js';
import { Row, Stack } from '../../ui/layout/layout.js';
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
    <Modal opened onClose={onClose} title={`Approve: ${decisionSentence(decision)}?`}>
      <Stack gap="sm">
        <RequestErrors
          action="approve the decision"
          error={approving.error}
          userErrors={approving.data?.userErrors ?? []}
        />
        <p>
          In {clusterName}: {approvalConsequence(decision)}.
        </p>
        <Row justify="end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <WriteButton
            action="DECISION_APPROVE"
            isBusy={approving.isPending}
            onClick={() => approving.mutate()}
          >
            Approve
          </WriteButton>
        </Row>
      </Stack>
    </Modal>
  );
}
