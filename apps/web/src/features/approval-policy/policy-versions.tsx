import { useMutation, useQueryClient } from '@tanstack/react-query';
import { WriteButton } from '../../ui/controls/write-button.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import { toast } from '../../ui/feedback/toast.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import {
  approvalPolicyQuery,
  type PolicyWithVersions,
  restoreApprovalPolicy,
} from './approval-policy.queries.js';

/** The versions of the policy; an earlier one can be restored. */
export function PolicyVersions({ stored }: { readonly stored: PolicyWithVersions }) {
  const current = stored.approvalPolicy.version;
  const client = useQueryClient();
  const restoring = useMutation({
    mutationFn: (version: number) => restoreApprovalPolicy({ version, expectedVersion: current }),
    onSuccess: async ({ policy }) => {
      if (policy === null) return;
      toast(`Restored as version ${policy.version}`);
      await client.invalidateQueries({ queryKey: approvalPolicyQuery().queryKey });
    },
  });
  return (
    <>
      <RequestErrors
        action="restore the version"
        error={restoring.error}
        userErrors={restoring.data?.userErrors ?? []}
      />
      <SimpleTable
        caption="Versions of the approval policy, newest first"
        columns={[
          { header: 'Version', isNumeric: true, renderCell: ({ version }) => version },
          { header: 'Rules', isNumeric: true, renderCell: ({ rules }) => rules.length },
          {
            header: 'Saved',
            renderCell: ({ savedAt }) => savedAt !== null && <RelativeTime at={savedAt} />,
          },
          { header: 'By', renderCell: ({ savedBy }) => savedBy ?? '–' },
          {
            header: 'Comment',
            renderCell: ({ comment, restoredFrom }) =>
              [comment, restoredFrom !== null && `restored version ${restoredFrom}`]
                .filter(Boolean)
                .join('; ') || '–',
          },
          {
            header: 'Restore',
            renderCell: ({ version }) =>
              version === current ? (
                <span className="dimmed">in force</span>
              ) : (
                <WriteButton
                  action="APPROVAL_POLICY_WRITE"
                  variant="default"
                  isBusy={restoring.isPending && restoring.variables === version}
                  onClick={() => restoring.mutate(version)}
                >
                  Restore {version}
                </WriteButton>
              ),
          },
        ]}
        rows={stored.approvalPolicyVersions}
        rowKey={({ version }) => String(version)}
      />
    </>
  );
}
