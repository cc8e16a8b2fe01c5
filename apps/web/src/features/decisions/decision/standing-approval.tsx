import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { DecisionKind } from '../../../gql/graphql.js';
import { serverNow } from '../../../lib/api/server-clock.js';
import { decisionKindWords } from '../../../ui/badges/state-badges.js';
import { NumberInput } from '../../../ui/controls/controls.js';
import { WriteButton } from '../../../ui/controls/write-button.js';
import { RequestErrors } from '../../../ui/feedback/request-errors.js';
import { toast } from '../../../ui/feedback/toast.js';
import { Stack } from '../../../ui/layout/layout.js';
import { addRuleBefore } from '../../approval-policy/approval-policy.queries.js';
import type { DecisionApproval, DecisionDetails } from '../decisions.queries.js';

/** The kinds that rules can match, as manifests spell them. */
const kindNames: Readonly<Partial<Record<DecisionKind, string>>> = {
  EMPTY: 'Empty',
  CONSOLIDATE: 'Consolidate',
  DRIFT: 'Drift',
  DEPROVISION: 'Deprovision',
  EXPIRE: 'Expire',
};

/** Longest period that the API accepts. */
const maxDays = 31;
const dayMs = 86_400_000;

export interface StandingApprovalProps {
  readonly decision: DecisionDetails;
  readonly approval: DecisionApproval;
}

/** Approves decisions of the same kind, cluster and NodePools for some days, as a rule of the policy. */
export function StandingApproval({ decision, approval }: StandingApprovalProps) {
  const [days, setDays] = useState(7);
  const client = useQueryClient();
  const kind = kindNames[decision.kind];
  // A rule of the mode comes after those of the policy.
  const decidedBy = approval.policyVersion === null ? null : approval.rule;
  const adding = useMutation({
    mutationFn: () =>
      addRuleBefore(decidedBy, ruleLike(decision, days), `decisions like ${decision.id}`),
    onSuccess: async ({ policy }) => {
      if (policy === null) return;
      toast(`Saved as version ${policy.version} of the approval policy`);
      await client.invalidateQueries({ queryKey: ['approval-policy'] });
    },
  });
  if (kind === undefined || decision.nodePools.length === 0) return null;
  const isInRange = Number.isInteger(days) && days >= 1 && days <= maxDays;
  return (
    <details>
      <summary>Approve decisions like this for some days</summary>
      <Stack gap="sm">
        <RequestErrors
          action="save the approval policy"
          error={adding.error}
          userErrors={adding.data?.userErrors ?? []}
        />
        <p className="dimmed">
          Decisions of kind {decisionKindWords[decision.kind]} about {decision.nodePools.join(', ')}{' '}
          in {decision.clusterName} are executed without approval until then, this one too once it
          is proposed again. {decidedBy === null ? 'All other rules' : `Rules before ${decidedBy}`}{' '}
          still decide first. It can be revoked in the{' '}
          <Link to="/settings/approval-policy">approval policy</Link>.
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
            action="APPROVAL_POLICY_WRITE"
            variant="default"
            isBusy={adding.isPending}
            disabledReason={isInRange ? undefined : `Enter 1 to ${maxDays} days`}
            onClick={() => adding.mutate()}
          >
            Approve such decisions for {days === 1 ? '1 day' : `${days} days`}
          </WriteButton>
        </div>
      </Stack>
    </details>
  );
}

/** The owner is whoever saves it. */
function ruleLike(
  {
    id,
    kind,
    clusterName,
    nodePools,
  }: Pick<DecisionDetails, 'id' | 'kind' | 'clusterName' | 'nodePools'>,
  days: number,
): object {
  return {
    name: `like ${id}`,
    match: { clusters: [clusterName], nodePools, kinds: [kindNames[kind]] },
    action: 'auto',
    until: new Date(serverNow() + days * dayMs - marginMs).toISOString(),
  };
}

/** The API compares the end with its own clock. */
const marginMs = 60_000;
