import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createIdempotencyKey } from '../../../lib/api/idempotency-key.js';
import type { UserError } from '../../../lib/api/user-errors.js';
import { Checkbox, TextInput } from '../../../ui/controls/controls.js';
import { WriteButton } from '../../../ui/controls/write-button.js';
import { RequestErrors } from '../../../ui/feedback/request-errors.js';
import { toast } from '../../../ui/feedback/toast.js';
import { Section, Stack } from '../../../ui/layout/layout.js';
import {
  breakGlass,
  commentDecision,
  type DecisionDetails,
  excludeNodes,
  type ReviewedDecision,
  withdrawApproval,
} from '../decisions.queries.js';
import classes from './decision-page.module.css';
import { StandingApproval } from './standing-approval.js';

export interface ReviewActionsProps {
  readonly decision: DecisionDetails;
  readonly reviewed: ReviewedDecision;
}

/** Everything that a reviewer can do beside approving and rejecting. */
export function ReviewActions({ decision, reviewed }: ReviewActionsProps) {
  const isOpen = decision.state === 'AWAITING_APPROVAL';
  const isBeingReplanned = reviewed.approval?.isBeingReplanned === true;
  return (
    <Section title="Review" isPanel>
      <Stack gap="md">
        <CommentForm decision={decision} />
        {isOpen && decision.candidates.length > 1 && !isBeingReplanned && (
          <ExcludeForm decision={decision} reviewed={reviewed} />
        )}
        {isOpen && reviewed.approvalsGiven > 0 && <WithdrawForm decision={decision} />}
        {isOpen && !isBeingReplanned && reviewed.approval && (
          <StandingApproval decision={decision} approval={reviewed.approval} />
        )}
        {isOpen && <BreakGlassForm decision={decision} reviewed={reviewed} />}
      </Stack>
    </Section>
  );
}

interface FormProps {
  readonly decision: DecisionDetails;
}

/** Reads the decision again after a write; toasts if it was applied. */
function useWrite<Input>(
  write: (input: Input) => Promise<{ readonly userErrors: readonly UserError[] }>,
  done: string,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: async ({ userErrors }) => {
      if (userErrors.length === 0) toast(done);
      await client.invalidateQueries({ queryKey: ['decision'] });
      await client.invalidateQueries({ queryKey: ['decisions'] });
    },
  });
}

function CommentForm({ decision: { id } }: FormProps) {
  const [comment, setComment] = useState('');
  const commenting = useWrite(commentDecision, 'Comment added');
  return (
    <form
      className={classes['approval']}
      onSubmit={(event) => {
        event.preventDefault();
        commenting.mutate(
          { id, comment, idempotencyKey: createIdempotencyKey() },
          { onSuccess: ({ userErrors }) => userErrors.length === 0 && setComment('') },
        );
      }}
    >
      <RequestErrors
        action="add the comment"
        error={commenting.error}
        userErrors={commenting.data?.userErrors ?? []}
      />
      <TextInput
        className={classes['comment'] ?? ''}
        label="Add to the history"
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <WriteButton
        action="DECISION_EDIT"
        type="submit"
        variant="default"
        isBusy={commenting.isPending}
        disabledReason={comment.trim() === '' ? 'Write a comment first' : undefined}
      >
        Comment
      </WriteButton>
    </form>
  );
}

function ExcludeForm({ decision, reviewed }: ReviewActionsProps) {
  const [names, setNames] = useState<readonly string[]>([]);
  const excluding = useWrite(excludeNodes, 'Kerf plans the rest again');
  const { id, version, candidates } = decision;
  const reason =
    names.length === 0
      ? 'Select the nodes to keep'
      : names.length === candidates.length
        ? 'Reject the decision to keep all nodes'
        : undefined;
  return (
    <fieldset className={classes['fieldset']}>
      <legend>Keep nodes and plan the rest again</legend>
      <Stack gap="xs">
        <RequestErrors
          action="exclude the nodes"
          error={excluding.error}
          userErrors={excluding.data?.userErrors ?? []}
        />
        {candidates.map(({ nodeName }) => (
          <Checkbox
            key={nodeName}
            label={nodeName}
            checked={names.includes(nodeName)}
            onChange={(event) =>
              setNames(
                event.currentTarget.checked
                  ? [...names, nodeName]
                  : names.filter((name) => name !== nodeName),
              )
            }
          />
        ))}
        <p className="dimmed">Another person has to approve the new plan.</p>
        <div>
          <WriteButton
            action="DECISION_EDIT"
            variant="default"
            disabledReason={reason}
            isBusy={excluding.isPending}
            onClick={() =>
              excluding.mutate({
                id,
                expectedVersion: version,
                planDigest: reviewed.planDigest,
                nodeNames: [...names],
                idempotencyKey: createIdempotencyKey(),
              })
            }
          >
            Exclude and plan again
          </WriteButton>
        </div>
      </Stack>
    </fieldset>
  );
}

function WithdrawForm({ decision: { id, version } }: FormProps) {
  const withdrawing = useWrite(withdrawApproval, 'Approval withdrawn');
  return (
    <div>
      <RequestErrors
        action="withdraw the approval"
        error={withdrawing.error}
        userErrors={withdrawing.data?.userErrors ?? []}
      />
      <WriteButton
        action="DECISION_APPROVE"
        variant="default"
        isBusy={withdrawing.isPending}
        onClick={() =>
          withdrawing.mutate({
            id,
            expectedVersion: version,
            idempotencyKey: createIdempotencyKey(),
          })
        }
      >
        Withdraw my approval
      </WriteButton>
    </div>
  );
}

/** Shortest reason that the API accepts. */
const minReasonLength = 10;

function BreakGlassForm({ decision, reviewed }: ReviewActionsProps) {
  const [reason, setReason] = useState('');
  const breaking = useWrite(breakGlass, 'Executed without approvals; recorded in the audit log');
  const { id, version } = decision;
  return (
    <details>
      <summary>Break-glass: execute without approvals</summary>
      <Stack gap="sm">
        <RequestErrors
          action="execute the decision"
          error={breaking.error}
          userErrors={breaking.data?.userErrors ?? []}
        />
        <TextInput
          label="Reason (required; recorded in history and audit log)"
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div>
          <WriteButton
            action="DECISION_BREAK_GLASS"
            variant="danger"
            isBusy={breaking.isPending}
            disabledReason={
              reason.trim().length < minReasonLength
                ? `Write a reason of at least ${minReasonLength} characters`
                : undefined
            }
            onClick={() =>
              breaking.mutate({
                id,
                expectedVersion: version,
                planDigest: reviewed.planDigest,
                reason,
                idempotencyKey: createIdempotencyKey(),
              })
            }
          >
            Execute without approvals
          </WriteButton>
        </div>
      </Stack>
    </details>
  );
}
