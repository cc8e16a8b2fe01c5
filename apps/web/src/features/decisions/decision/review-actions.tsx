import { createIdempotencyKey } from '../../../lib/api/idempotency-key.js';
import { Checkbox, TextInput } from '../../../ui/controls/controls.js';
import { WriteButton } from '../../../ui/controls/write-button.js';
import { RequestErrors } from '../../../ui/feedback/request-errors.js';
import { toast } from '../../../ui/feedback/toast.js';
import { useWriteForm } from '../../../ui/forms/use-write-form.js';
import { WriteForm } from '../../../ui/forms/write-form.js';
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
  const form = useWriteForm({
    initial: { comment: '' },
    missing: ({ comment }) => (comment.trim() === '' ? 'Write a comment first' : undefined),
    write: (values) => commentDecision({ id, ...values, idempotencyKey: createIdempotencyKey() }),
    refreshes: [['decision'], ['decisions']],
    onDone: () => toast('Comment added'),
  });
  return (
    <WriteForm
      form={form}
      action="add the comment"
      permission="DECISION_EDIT"
      submit="Comment"
      variant="default"
    >
      <TextInput maw={520} label="Add to the history" {...form.text('comment')} />
    </WriteForm>
  );
}

const noNodes: { readonly nodeNames: string[] } = { nodeNames: [] };

function ExcludeForm({ decision, reviewed }: ReviewActionsProps) {
  const { id, version, candidates } = decision;
  const form = useWriteForm({
    initial: noNodes,
    missing: ({ nodeNames: { length } }) => {
      if (length === 0) return 'Select the nodes to keep';
      return length === candidates.length ? 'Reject the decision to keep all nodes' : undefined;
    },
    write: (values) =>
      excludeNodes({
        id,
        expectedVersion: version,
        planDigest: reviewed.planDigest,
        ...values,
        idempotencyKey: createIdempotencyKey(),
      }),
    refreshes: [['decision'], ['decisions']],
    onDone: () => toast('Kerf plans the rest again'),
  });
  return (
    <fieldset className={classes['fieldset']}>
      <legend>Keep nodes and plan the rest again</legend>
      <WriteForm
        form={form}
        action="exclude the nodes"
        permission="DECISION_EDIT"
        submit="Exclude and plan again"
        variant="default"
      >
        <Checkbox.Group aria-label="Nodes to keep" {...form.value('nodeNames')}>
          <Stack gap="xs">
            {candidates.map(({ nodeName }) => (
              <Checkbox key={nodeName} value={nodeName} label={nodeName} />
            ))}
          </Stack>
        </Checkbox.Group>
        <p className="dimmed">Another person has to approve the new plan.</p>
      </WriteForm>
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
