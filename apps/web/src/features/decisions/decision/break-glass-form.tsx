import { useNavigate } from '@tanstack/react-router';
import { createIdempotencyKey } from '../../../lib/api/idempotency-key.js';
import { Checkbox, TextInput } from '../../../ui/controls/controls.js';
import { Notice } from '../../../ui/feedback/notice.js';
import { toast } from '../../../ui/feedback/toast.js';
import { useWriteForm } from '../../../ui/forms/use-write-form.js';
import { WriteForm } from '../../../ui/forms/write-form.js';
import { breakGlass, type DecisionDetails, type ReviewedDecision } from '../decisions.queries.js';

export interface BreakGlassFormProps {
  readonly decision: DecisionDetails;
  readonly reviewed: ReviewedDecision;
}

/** Shortest reason that the API accepts. */
const minReasonLength = 10;

/** Words for the override, in the title, the button and the description of its effect. */
interface Overridden {
  readonly title: string;
  readonly button: string;
  readonly why: string;
}

/** Executes a decision against the policy or the mode of its cluster, after a confirmation. */
export function BreakGlassForm({ decision, reviewed }: BreakGlassFormProps) {
  const { id, version } = decision;
  const navigate = useNavigate();
  const form = useWriteForm({
    initial: { reason: '', isConfirmed: false },
    missing: whyDisabled,
    write: ({ reason }) =>
      breakGlass({
        id,
        expectedVersion: version,
        planDigest: reviewed.planDigest,
        reason,
        idempotencyKey: createIdempotencyKey(),
      }),
    refreshes: [['decision'], ['decisions']],
    onDone: async ({ decision: executed }) => {
      toast('Executed by break-glass; recorded in the audit log');
      if (executed === null || executed.id === id) return;
      await navigate({ to: '/decisions/$id', params: { id: executed.id } });
    },
  });
  const overridden = overriddenBy(decision);
  if (overridden === null) return null;
  return (
    <details>
      <summary>Break-glass: {overridden.title}</summary>
      <WriteForm
        form={form}
        action="execute the decision"
        permission="DECISION_BREAK_GLASS"
        submit={overridden.button}
        variant="danger"
      >
        <Notice tone="attention">
          {overridden.why} {consequences(decision)}
        </Notice>
        <TextInput
          label="Reason (required; recorded in history and audit log)"
          {...form.text('reason')}
        />
        <Checkbox
          label={`Remove ${decision.nodeCount === 1 ? '1 node' : `${decision.nodeCount} nodes`} now`}
          {...form.check('isConfirmed')}
        />
      </WriteForm>
    </details>
  );
}

interface Values {
  readonly reason: string;
  readonly isConfirmed: boolean;
}

function whyDisabled({ reason, isConfirmed }: Values): string | undefined {
  if (reason.trim().length < minReasonLength) {
    return `Write a reason of at least ${minReasonLength} characters`;
  }
  return isConfirmed ? undefined : 'Confirm that the nodes are removed';
}

/** Returns what break-glass overrides here; `null` if there is nothing to execute. */
function overriddenBy({
  state,
  observeOnly,
  decidedBy,
}: Pick<DecisionDetails, 'state' | 'observeOnly' | 'decidedBy'>): Overridden | null {
  if (state === 'AWAITING_APPROVAL') {
    return {
      title: 'execute without approvals',
      button: 'Execute without approvals',
      why: 'The approvals that the policy asks for are missing.',
    };
  }
  if (state === 'REJECTED' && decidedBy === 'kerf') {
    return {
      title: 'execute although the policy denied it',
      button: 'Execute against the policy',
      why: 'A rule of the approval policy denied this decision. Its plan is executed as a new decision.',
    };
  }
  if (state === 'PROPOSED' && observeOnly) {
    return {
      title: 'execute although the cluster is only observed',
      button: 'Execute in mode observe',
      why: 'The cluster is in mode observe, in which Kerf changes nothing. Its plan is executed as a new decision, and the mode stays. A plan that launches nodes is refused.',
    };
  }
  return null;
}

const consequences = ({ podCount }: Pick<DecisionDetails, 'podCount'>): string =>
  `The plan is validated again, and disruption budgets and pauses still hold. Then the nodes are drained, which moves ${podCount === 1 ? '1 pod' : `${podCount} pods`}, and terminated. Your name and reason are in the timeline and the audit log, and are notified.`;
