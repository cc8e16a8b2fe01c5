import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { Page } from '../../ui/layout/page.js';
import { approvalPolicyQuery } from './approval-policy.queries.js';
import { PolicyEditor } from './policy-editor.js';

/** The approval policy: its manifest, a test on past decisions, and its versions. */
export function ApprovalPolicyPage() {
  const query = useQuery(approvalPolicyQuery());
  return (
    <Page title="Approval policy" asOf={null}>
      <QueryContent query={query} action="load the approval policy">
        {(data) =>
          data === undefined ? (
            <EmptyState title="Loading the approval policy…" />
          ) : (
            <PolicyEditor key={data.approvalPolicy.version} stored={data} />
          )
        }
      </QueryContent>
    </Page>
  );
}
