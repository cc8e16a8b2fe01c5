import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { interruptionKindWords, interruptionLooks } from '../../lib/states.js';
import { Loaded } from '../../ui/loaded.js';
import { RelativeTime } from '../../ui/relative-time.js';
import { SimpleTable } from '../../ui/simple-table.js';
import { StateBadge } from '../../ui/state-badge.js';
import { claimInterruptionsQuery } from './interruptions.queries.js';

/** Warnings in the life of one NodeClaim. */
export function ClaimInterruptions({ nodeClaimId }: { readonly nodeClaimId: string }) {
  const query = useQuery(claimInterruptionsQuery(nodeClaimId));
  return (
    <Loaded query={query} action="read the warnings">
      {(rows) => {
        if (rows === undefined) return <p className="dimmed">Reading the warnings…</p>;
        if (rows.length === 0) return <p className="dimmed">AWS has warned of nothing.</p>;
        return (
          <SimpleTable
            caption="Warnings of AWS"
            columns={[
              {
                header: 'Warning',
                renderCell: ({ id, kind }) => (
                  <Link to="/interruptions" search={{ open: id }}>
                    {interruptionKindWords[kind]}
                  </Link>
                ),
              },
              {
                header: 'When',
                renderCell: ({ receivedAt }) => <RelativeTime at={receivedAt} />,
              },
              {
                header: 'Outcome',
                renderCell: ({ outcome }) => <StateBadge look={interruptionLooks[outcome]} />,
              },
            ]}
            rows={rows}
            rowKey={({ id }) => id}
          />
        );
      }}
    </Loaded>
  );
}
