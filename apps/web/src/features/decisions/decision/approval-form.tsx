import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { DecisionSummaryFieldsFragment } from '../../../gql/graphql.js';
import { createIdempotencyKey } from '../../../lib/api/idempotency-key.js';
import { timeAfter } from '../../../lib/api/server-clock.js';
import { useShortcuts } from '../../../lib/browser/keyboard.js';
import { usePreferences } from '../../../lib/browser/preferences.js';
import type { TimeZone } from '../../../lib/format/time.js';
import { fromTimeInput } from '../../../lib/format/time-input.js';
import { Button, TextInput } from '../../../ui/controls/controls.js';
import { WriteButton } from '../../../ui/controls/write-button.js';
import { Notice } from '../../../ui/feedback/notice.js';
import { RequestErrors } from '../../../ui/feedback/request-errors.js';
import { toast } from '../../../ui/feedback/toast.js';
import { Stack } from '../../../ui/layout/layout.js';
import { approvalConsequence } from '../decision-text.js';
import {
  approveDecision,
  decisionQuery,
  type ReviewedDecision,
  rejectDecision,
} from '../decisions.queries.js';
import classes from './decision-page.module.css';
import { RejectForm, type Rejection } from './reject-form.js';

export interface ApprovalFormProps {
  readonly decision: DecisionSummaryFieldsFragment;
  /** `null` while it is loading. */
  readonly reviewed: ReviewedDecision | null;
}

/** Approves or rejects the version that is shown; a decision that changed must be reviewed again. */
export function ApprovalForm({ decision, reviewed }: ApprovalFormProps) {
  const { timeZone } = usePreferences();
  const [window, setWindow] = useState({ from: '', until: '' });
  const [comment, setComment] = useState('');
  const [isRejecting, setRejecting] = useState(false);
  const [reviewedVersion, setReviewedVersion] = useState(decision.version);
  const approve = useRef<HTMLButtonElement>(null);
  useShortcuts({ a: () => approve.current?.focus() });
  const client = useQueryClient();
  const input = (text: string) => ({
    id: decision.id,
    expectedVersion: reviewedVersion,
    ...(text === '' ? {} : { comment: text }),
    ...(reviewed?.planDigest ? { planDigest: reviewed.planDigest } : {}),
    idempotencyKey: createIdempotencyKey(),
  });
  const reloadDecision = async () => {
    await client.invalidateQueries({ queryKey: decisionQuery(decision.id).queryKey });
    await client.invalidateQueries({ queryKey: ['decisions'] });
  };
  const approving = useMutation({
    mutationFn: async () =>
      approveDecision({ ...input(comment), ...windowInput(window, timeZone) }),
    onSuccess: async ({ userErrors }) => {
      if (userErrors.length === 0) toast(approvedText(decision, reviewed));
      await reloadDecision();
    },
  });
  const rejecting = useMutation({
    mutationFn: async ({ comment: reason, holdMs }: Rejection) =>
      rejectDecision({
        ...input(reason),
        ...(holdMs === null ? {} : { rejectedUntil: timeAfter(holdMs) }),
      }),
    onSuccess: async ({ userErrors }) => {
      if (userErrors.length === 0) toast('Rejected');
      await reloadDecision();
    },
  });
  const hasChanged = decision.version !== reviewedVersion;
  const disabledReason = whyNoReview(hasChanged, reviewed);
  return (
    <Stack gap="sm">
      <RequestErrors
        action="approve the decision"
        error={approving.error}
        userErrors={approving.data?.userErrors ?? []}
      />
      <RequestErrors
        action="reject the decision"
        error={rejecting.error}
        userErrors={rejecting.data?.userErrors ?? []}
      />
      {hasChanged && (
        <Notice
          tone="attention"
          isAnnounced
          action={
            <Button
              variant="default"
              size="compact-xs"
              onClick={() => {
                setReviewedVersion(decision.version);
                approving.reset();
                rejecting.reset();
              }}
            >
              I have reviewed it again
            </Button>
          }
        >
          The decision changed while this page was open; its new state is shown.
        </Notice>
      )}
      <div className={classes['approval']}>
        <TextInput
          className={classes['comment'] ?? ''}
          label="Comment (recorded in history)"
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        {reviewed?.approval && <WindowInputs value={window} onChange={setWindow} />}
        <WriteButton
          action="DECISION_APPROVE"
          buttonRef={approve}
          disabledReason={disabledReason ?? reviewed?.approval?.refusal ?? undefined}
          isBusy={approving.isPending}
          onClick={() => approving.mutate()}
        >
          Approve: {approvalConsequence(decision)}
        </WriteButton>
        <WriteButton
          action="DECISION_APPROVE"
          variant="default"
          disabledReason={disabledReason}
          onClick={() => setRejecting(!isRejecting)}
        >
          Reject…
        </WriteButton>
      </div>
      {isRejecting && (
        <RejectForm
          initialComment={comment}
          disabledReason={disabledReason}
          isBusy={rejecting.isPending}
          onReject={rejecting.mutate}
          onCancel={() => setRejecting(false)}
        />
      )}
    </Stack>
  );
}

/** Why the decision can be neither approved nor rejected now. */
function whyNoReview(hasChanged: boolean, reviewed: ReviewedDecision | null): string | undefined {
  if (hasChanged) return 'The decision changed: review it again';
  return reviewed?.approval?.isBeingReplanned === true
    ? 'Nodes were excluded: the rest is being planned again'
    : undefined;
}

interface WindowText {
  readonly from: string;
  readonly until: string;
}

interface WindowInputsProps {
  readonly value: WindowText;
  readonly onChange: (value: WindowText) => void;
}

/** The period in which execution may start, in the time zone of the viewer. */
function WindowInputs({ value, onChange }: WindowInputsProps) {
  const { timeZone } = usePreferences();
  return (
    <details>
      <summary>{`Maintenance window (${timeZone === 'utc' ? 'UTC' : 'local time'})`}</summary>
      <div className={classes['approval']}>
        <TextInput
          type="datetime-local"
          label="Not before"
          value={value.from}
          onChange={(event) => onChange({ ...value, from: event.currentTarget.value })}
        />
        <TextInput
          type="datetime-local"
          label="Until"
          value={value.until}
          onChange={(event) => onChange({ ...value, until: event.currentTarget.value })}
        />
      </div>
    </details>
  );
}

function windowInput({ from, until }: WindowText, timeZone: TimeZone) {
  const windowFrom = fromTimeInput(from, timeZone);
  const windowUntil = fromTimeInput(until, timeZone);
  return {
    ...(windowFrom === undefined ? {} : { windowFrom }),
    ...(windowUntil === undefined ? {} : { windowUntil }),
  };
}

function approvedText(
  { approvalsNeeded }: DecisionSummaryFieldsFragment,
  reviewed: ReviewedDecision | null,
): string {
  const missing = approvalsNeeded - (reviewed?.approvalsGiven ?? 0) - 1;
  return missing > 0
    ? `Approved. ${missing} more ${missing === 1 ? 'approval is' : 'approvals are'} needed.`
    : 'Approved. Kerf validates the decision once more, then executes it.';
}
