import { countOf } from '@kerf/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createIdempotencyKey } from '../../lib/api/idempotency-key.js';
import { decisionKindWords } from '../../ui/badges/state-badges.js';
import { Button, Modal } from '../../ui/controls/controls.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import { toast } from '../../ui/feedback/toast.js';
import { Row, Stack } from '../../ui/layout/layout.js';
import type { DecisionRow } from './decision-columns.js';
import { approvalConsequence } from './decision-text.js';
import { approveDecision } from './decisions.queries.js';
import { canApproveRow } from './row-approval.js';

export interface BulkApprovalProps {
  /** The list that is shown; it offers nothing unless its decisions await approval. */
  readonly show: string | undefined;
  /** The decisions that are listed; absent while they load. */
  readonly rows: readonly DecisionRow[] | undefined;
}

/** Decisions that are approved together, at most. */
const maxDecisions = 50;
/** Decisions that the dialog lists. */
const maxListed = 10;

/** Approves the listed decisions if they are alike: one kind, all awaiting approval. */
export function BulkApproval({ show, rows }: BulkApprovalProps) {
  const [isOpen, setIsOpen] = useState(false);
  const client = useQueryClient();
  const waiting = (rows ?? []).filter(canApproveRow).slice(0, maxDecisions);
  const [first] = waiting;
  const approving = useMutation({
    mutationFn: () => approveAll(waiting),
    onSuccess: async ({ approved, userErrors }) => {
      if (approved > 0) toast(`${countOf(approved, 'decision')} approved`);
      if (userErrors.length === 0) setIsOpen(false);
      await client.invalidateQueries({ queryKey: ['decisions'] });
    },
  });
  if ((show !== 'waiting' && show !== 'mine') || first === undefined || waiting.length < 2)
    return null;
  if (waiting.some(({ kind }) => kind !== first.kind)) return null;
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Approve {waiting.length} listed…
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={`Approve ${countOf(waiting.length, 'decision')}: ${decisionKindWords[first.kind]}`}
      >
        <Stack gap="sm">
          <RequestErrors
            action="approve the decisions"
            error={approving.error}
            userErrors={approving.data?.userErrors ?? []}
          />
          <ul>
            {waiting.slice(0, maxListed).map((decision) => (
              <li key={decision.id}>
                {decision.clusterName}: {approvalConsequence(decision)}
              </li>
            ))}
            {waiting.length > maxListed && <li>and {waiting.length - maxListed} more</li>}
          </ul>
          <Row justify="end">
            <Button variant="default" onClick={() => setIsOpen(false)}>
              Cancel
            </Button>
            <WriteButton
              action="DECISION_APPROVE"
              isBusy={approving.isPending}
              onClick={() => approving.mutate()}
            >
              Approve all
            </WriteButton>
          </Row>
        </Stack>
      </Modal>
    </>
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
