import { useState } from 'react';
import { createIdempotencyKey } from '../../../lib/api/idempotency-key.js';
import { Checkbox, TextInput } from '../../../ui/controls/controls.js';
import { WriteButton } from '../../../ui/controls/write-button.js';
import { RequestErrors } from '../../../ui/feedback/request-errors.js';
import { Section, Stack } from '../../../ui/layout/layout.js';
import {
  commentDecision,
  type DecisionDetails,
  excludeNodes,
  type ReviewedDecision,
  withdrawApproval,
} from '../decisions.queries.js';
import { BreakGlassForm } from './break-glass-form.js';
import classes from './decision-page.module.css';
import { StandingApproval } from './standing-approval.js';
import { useWrite } from './use-write.js';

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
        <BreakGlassForm decision={decision} reviewed={reviewed} />
      </Stack>
    </Section>
  );
}

interface FormProps {
  readonly decision: DecisionDetails;
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
