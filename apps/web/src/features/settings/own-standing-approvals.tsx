import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { decisionKindWords } from '../../ui/badges/state-badges.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import { toast } from '../../ui/feedback/toast.js';
import { Stack } from '../../ui/layout/layout.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import { endOwnStandingApproval, ownStandingApprovalsQuery } from './standing-approvals.queries.js';

/** The user's standing approvals, which the user may revoke without access to the policy. */
export function OwnStandingApprovals() {
  const query = useQuery(ownStandingApprovalsQuery());
  const client = useQueryClient();
  const revoking = useMutation({
    mutationFn: endOwnStandingApproval,
    onSuccess: async ({ name }) => {
      if (name === null) return;
      toast(`Revoked ${name}`);
      await client.invalidateQueries({ queryKey: ['approval-policy'] });
    },
  });
  return (
    <Stack>
      <RequestErrors
        action="revoke the standing approval"
        error={revoking.error}
        userErrors={revoking.data?.userErrors ?? []}
      />
      <QueryContent query={query} action="load the standing approvals">
        {(approvals) =>
          approvals?.length === 0 ? (
            <p className="dimmed">
              No standing approvals. Make one on the page of a decision that awaits approval.
            </p>
          ) : (
            <SimpleTable
              caption="Your standing approvals"
              columns={[
                { header: 'Rule', renderCell: ({ name }) => name },
                {
                  header: 'Decisions',
                  renderCell: ({ kinds }) =>
                    listOrAny(kinds.map((kind) => decisionKindWords[kind])),
                },
                { header: 'Clusters', renderCell: ({ clusters }) => listOrAny(clusters) },
                { header: 'NodePools', renderCell: ({ nodePools }) => listOrAny(nodePools) },
                { header: 'Expires', renderCell: ({ until }) => <RelativeTime at={until} /> },
                {
                  header: 'Action',
                  renderCell: ({ name }) => (
                    <WriteButton
                      action="DECISION_APPROVE"
                      variant="default"
                      isBusy={revoking.isPending && revoking.variables === name}
                      onClick={() => revoking.mutate(name)}
                    >
                      Revoke {name}
                    </WriteButton>
                  ),
                },
              ]}
              rows={approvals ?? []}
              rowKey={({ name }) => name}
            />
          )
        }
      </QueryContent>
    </Stack>
  );
}

const listOrAny = (names: readonly string[]): string =>
  names.length === 0 ? 'any' : names.join(', ');
