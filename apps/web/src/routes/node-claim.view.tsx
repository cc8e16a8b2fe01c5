import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { objectIncidentsQuery } from '../features/incidents/incidents.queries.js';
import { ClaimInterruptions } from '../features/interruptions/claim-interruptions.js';
import { NodeClaimSections } from '../features/node-claims/node-claim-sections.js';
import { nodeClaimQuery } from '../features/node-claims/node-claims.queries.js';
import { useClusterNameOf } from '../lib/context/cluster-directory.js';
import { StateBadge } from '../ui/badges/badge.js';
import { nodeClaimBadges } from '../ui/badges/state-badges.js';
import { EmptyState } from '../ui/feedback/empty-state.js';
import { QueryContent } from '../ui/feedback/query-content.js';
import { Row, Section } from '../ui/layout/layout.js';
import { Page } from '../ui/layout/page.js';

const route = getRouteApi('/shell/node-claims/$id');

/** The full page of one NodeClaim. */
export function NodeClaimView() {
  const { id } = route.useParams();
  const query = useQuery(nodeClaimQuery(id));
  const claim = query.data;
  const incidents = useQuery({
    ...objectIncidentsQuery(claim?.clusterId ?? '', [`NodeClaim/${claim?.name}`]),
    enabled: Boolean(claim),
  });
  const clusterName = useClusterNameOf()(claim?.clusterId ?? null);
  return (
    <Page
      title={claim?.name ?? id}
      titleAside={
        <Row gap="xs">
          {claim && <StateBadge content={nodeClaimBadges[claim.state]} />}
          {clusterName !== undefined && (
            <Link to="/clusters/$name" params={{ name: clusterName }} search={{ tab: 'claims' }}>
              {clusterName}
            </Link>
          )}
        </Row>
      }
      asOf={null}
      isSettling={incidents.isLoading}
      cluster={claim === undefined ? undefined : (clusterName ?? null)}
    >
      <QueryContent query={query} action="load the NodeClaim">
        {(data) => {
          if (data === undefined) return <p className="dimmed">Loading the NodeClaim…</p>;
          if (data === null) {
            return (
              <EmptyState title="NodeClaim not found">
                Its cluster was removed, or the link is wrong.
              </EmptyState>
            );
          }
          return (
            <>
              <NodeClaimSections claim={data} clusterName={clusterName} />
              <Section title="Interruption notices">
                <ClaimInterruptions nodeClaimId={id} />
              </Section>
            </>
          );
        }}
      </QueryContent>
    </Page>
  );
}
