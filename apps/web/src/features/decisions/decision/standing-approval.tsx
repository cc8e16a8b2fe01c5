import { Link } from '@tanstack/react-router';
import type { DecisionKind } from '../../../gql/graphql.js';
import { createIdempotencyKey } from '../../../lib/api/idempotency-key.js';
import { decisionKindWords } from '../../../ui/badges/state-badges.js';
import { NumberInput } from '../../../ui/controls/controls.js';
import { toast } from '../../../ui/feedback/toast.js';
import { useWriteForm } from '../../../ui/forms/use-write-form.js';
import { WriteForm } from '../../../ui/forms/write-form.js';
import {
  createStandingApproval,
  type DecisionApproval,
  type DecisionDetails,
} from '../decisions.queries.js';

/** The kinds that rules can match. */
const kinds: readonly DecisionKind[] = [
  'EMPTY',
  'CONSOLIDATE',
  'DRIFT',
  'DEPROVISION',
  'EXPIRE',
  'REPAIR',
];

/** Longest period that the API accepts. */
const maxDays = 31;
const daysText = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

export interface StandingApprovalProps {
  readonly decision: DecisionDetails;
  readonly approval: DecisionApproval;
}

/** Approves decisions of the same kind, cluster and NodePools for some days, as a rule of the policy. */
export function StandingApproval({ decision, approval }: StandingApprovalProps) {
  // A rule of the mode comes after those of the policy.
  const decidedBy = approval.policyVersion === null ? null : approval.rule;
  const form = useWriteForm({
    initial: { days: 7 },
    missing: ({ days }) =>
      Number.isInteger(days) && days >= 1 && days <= maxDays
        ? undefined
        : `Enter 1 to ${maxDays} days`,
    write: ({ days }) =>
      createStandingApproval({ id: decision.id, days, idempotencyKey: createIdempotencyKey() }),
    refreshes: [['approval-policy']],
    onDone: (_, { days }) => toast(`Decisions like this are approved for ${daysText(days)}`),
  });
  if (!kinds.includes(decision.kind) || decision.nodePools.length === 0) return null;
  return (
    <details>
      <summary>Approve decisions like this for some days</summary>
      <WriteForm
        form={form}
        action="approve such decisions"
        permission="DECISION_APPROVE"
        submit={`Approve such decisions for ${daysText(form.values.days)}`}
        variant="default"
      >
        <p className="dimmed">
          Decisions of kind {decisionKindWords[decision.kind]} about {decision.nodePools.join(', ')}{' '}
          in {decision.clusterName} are executed without approval until then, this one too once it
          is proposed again. {decidedBy === null ? 'All other rules' : `Rules before ${decidedBy}`}{' '}
          still decide first. It counts as one approval of yours, each time only if you may approve
          the decision then and did not change its plan. It ends with your access, and can be
          revoked in the <Link to="/settings/account">settings</Link>.
        </p>
        <NumberInput label="Days" min={1} max={maxDays} w={90} {...form.number('days')} />
      </WriteForm>
    </details>
  );
}
