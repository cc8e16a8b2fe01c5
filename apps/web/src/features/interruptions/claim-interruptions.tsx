import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { StateBadge } from '../../ui/badges/badge.js';
import { interruptionBadges, interruptionKindWords } from '../../ui/badges/state-badges.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import { claimInterruptionsQuery } from './interruptions.queries.js';

/** The interruption notices of one NodeClaim. */
export function ClaimInterruptions({ nodeClaimId }: { readonly nodeClaimId: string }) {
  const query = useQuery(claimInterruptionsQuery(nodeClaimId));
  return (
    <QueryContent query={query} action="load the interruption notices">
      {(rows) => {
        if (rows === undefined) return <p className="dimmed">Loading the interruption notices…</p>;
        if (rows.length === 0) return <p className="dimmed">No interruption notices.</p>;
        return (
          <SimpleTable
            caption="Interruption notices"
            columns={[
              {
                header: 'Notice',
                renderCell: ({ id, kind }) => (
                  <Link to="/interruptions" search={{ open: id }}>
                    {interruptionKindWords[kind]}
                  </Link>
                ),
              },
              {
                header: 'Received',
                renderCell: ({ receivedAt }) => <RelativeTime at={receivedAt} />,
              },
              {
                header: 'Outcome',
                renderCell: ({ outcome }) => <StateBadge content={interruptionBadges[outcome]} />,
              },
            ]}
            rows={rows}
            rowKey={({ id }) => id}
          />
        );
      }}
    </QueryContent>
  );
}
