import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { StateBadge } from '../../ui/badges/badge.js';
import { nodeClaimBadges } from '../../ui/badges/state-badges.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { SidePanel } from '../../ui/layout/side-panel.js';
import { NodeClaimSections } from './node-claim-sections.js';
import { nodeClaimQuery } from './node-claims.queries.js';

export interface NodeClaimPanelProps {
  readonly id: string;
  readonly clusterName: string;
  readonly onClose: () => void;
}

/** One NodeClaim, beside the table. */
export function NodeClaimPanel({ id, clusterName, onClose }: NodeClaimPanelProps) {
  const query = useQuery(nodeClaimQuery(id));
  const claim = query.data;
  return (
    <SidePanel
      id={id}
      title={claim?.name ?? id}
      titleAside={claim && <StateBadge content={nodeClaimBadges[claim.state]} />}
      onClose={onClose}
    >
      <QueryContent query={query} action="load the NodeClaim">
        {(data) => {
          if (data === undefined) return <p className="dimmed">Loading the NodeClaim…</p>;
          if (data === null) return <EmptyState title="NodeClaim not found" />;
          return (
            <>
              <Link to="/node-claims/$id" params={{ id }}>
                Open full page
              </Link>
              <NodeClaimSections claim={data} clusterName={clusterName} />
            </>
          );
        }}
      </QueryContent>
    </SidePanel>
  );
}
