import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { DecisionKind } from '../../../gql/graphql.js';
import { createIdempotencyKey } from '../../../lib/api/idempotency-key.js';
import { decisionKindWords } from '../../../ui/badges/state-badges.js';
import { NumberInput } from '../../../ui/controls/controls.js';
import { WriteButton } from '../../../ui/controls/write-button.js';
import { RequestErrors } from '../../../ui/feedback/request-errors.js';
import { toast } from '../../../ui/feedback/toast.js';
import { Stack } from '../../../ui/layout/layout.js';
import {
  createStandingApproval,
  type DecisionApproval,
  type DecisionDetails,
} from '../decisions.queries.js';

/** The kinds that rules can match. */
const kinds: readonly DecisionKind[] = ['EMPTY', 'CONSOLIDATE', 'DRIFT', 'DEPROVISION', 'EXPIRE'];

/** Longest period that the API accepts. */
const maxDays = 31;
const daysText = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

export interface StandingApprovalProps {
  readonly decision: DecisionDetails;
  readonly approval: DecisionApproval;
}

/** Approves decisions of the same kind, cluster and NodePools for some days, as a rule of the policy. */
export function StandingApproval({ decision, approval }: StandingApprovalProps) {
  const [days, setDays] = useState(7);
  const client = useQueryClient();
  // A rule of the mode comes after those of the policy.
  const decidedBy = approval.policyVersion === null ? null : approval.rule;
  const adding = useMutation({
    mutationFn: () => {
      const idempotencyKey = createIdempotencyKey();
      return createStandingApproval({ id: decision.id, days, idempotencyKey });
    },
    onSuccess: async ({ userErrors }) => {
      if (userErrors.length > 0) return;
      toast(`Decisions like this are approved for ${daysText(days)}`);
      await client.invalidateQueries({ queryKey: ['approval-policy'] });
    },
  });
  if (!kinds.includes(decision.kind) || decision.nodePools.length === 0) return null;
  const isInRange = Number.isInteger(days) && days >= 1 && days <= maxDays;
  return (
    <details>
      <summary>Approve decisions like this for some days</summary>
      <Stack gap="sm">
        <RequestErrors
          action="approve such decisions"
          error={adding.error}
          userErrors={adding.data?.userErrors ?? []}
        />
        <p className="dimmed">
          Decisions of kind {decisionKindWords[decision.kind]} about {decision.nodePools.join(', ')}{' '}
          in {decision.clusterName} are executed without approval until then, this one too once it
          is proposed again. {decidedBy === null ? 'All other rules' : `Rules before ${decidedBy}`}{' '}
          still decide first. It counts as one approval of yours, each time only if you may approve
          the decision then and did not change its plan. It ends with your access, and can be
          revoked in the <Link to="/settings">settings</Link>.
        </p>
        <NumberInput
          label="Days"
          min={1}
          max={maxDays}
          w={90}
          value={days}
          onChange={(value) => setDays(Number(value))}
        />
        <div>
          <WriteButton
            action="DECISION_APPROVE"
            variant="default"
            isBusy={adding.isPending}
            disabledReason={isInRange ? undefined : `Enter 1 to ${maxDays} days`}
            onClick={() => adding.mutate()}
          >
            Approve such decisions for {daysText(days)}
          </WriteButton>
        </div>
      </Stack>
    </details>
  );
}
