import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { objectIncidentsQuery } from '../features/incidents/incidents.queries.js';
import { ClaimInterruptions } from '../features/interruptions/claim-interruptions.js';
import { type NodeDetails, objectsOfNode } from '../features/nodes/node-details.js';
import { NodeNotFound, NodePageSections } from '../features/nodes/node-sections.js';
import { nodeQuery } from '../features/nodes/nodes.queries.js';
import { nodeBadges } from '../features/nodes/nodes-text.js';
import { SimulateRemoval } from '../features/nodes/simulation/simulate-removal.js';
import { SimulationPanel } from '../features/nodes/simulation/simulation-panel.js';
import { scopeQuery, useClusterScope } from '../lib/context/cluster-directory.js';
import { StateBadge } from '../ui/badges/badge.js';
import { QueryContent } from '../ui/feedback/query-content.js';
import { UnknownCluster } from '../ui/feedback/unknown-cluster.js';
import { Row, Section } from '../ui/layout/layout.js';
import { Page } from '../ui/layout/page.js';

const route = getRouteApi('/shell/clusters/$name/nodes/$node');

/** The full page of one node, with its lifecycle and interruption notices. */
export function NodeView() {
  const { name, node: nodeName } = route.useParams();
  const { simulation } = route.useSearch();
  const navigate = route.useNavigate();
  const scope = useClusterScope(name);
  const { clusterId } = scopeQuery(scope);
  const query = useQuery({
    ...nodeQuery(clusterId ?? '', nodeName),
    enabled: clusterId !== undefined,
  });
  const node = query.data;
  const incidents = useQuery({
    ...objectIncidentsQuery(clusterId ?? '', node ? objectsOfNode(node) : []),
    enabled: clusterId !== undefined && Boolean(node),
  });
  const openSimulation = (id?: string) => void navigate({ search: { simulation: id } });
  const simulate = (text: string) =>
    clusterId !== undefined &&
    node && (
      <SimulateRemoval
        clusterId={clusterId}
        nodeNames={[nodeName]}
        disabledReason={whyNotSimulated(node)}
        onRequested={openSimulation}
      >
        {text}
      </SimulateRemoval>
    );
  return (
    <Page
      title={nodeName}
      titleAside={
        <Row gap="xs">
          {node && <StateBadge content={nodeBadges[node.state]} />}
          <Link to="/clusters/$name" params={{ name }}>
            {name}
          </Link>
        </Row>
      }
      asOf={node?.asOf}
      isSettling={incidents.isLoading}
      actions={simulate('Simulate removal')}
      panel={
        simulation !== undefined && (
          <SimulationPanel
            id={simulation}
            clusterName={name}
            again={simulate('Simulate again')}
            onClose={() => openSimulation()}
          />
        )
      }
    >
      {scope.kind === 'unknown' ? (
        <UnknownCluster name={name} />
      ) : (
        <QueryContent query={query} action="load the node">
          {(data) => {
            if (data === undefined) return <p className="dimmed">Loading the node…</p>;
            if (data === null) return <NodeNotFound name={nodeName} />;
            return (
              <NodePageSections
                clusterId={clusterId ?? ''}
                clusterName={name}
                node={data}
                notices={
                  data.nodeClaim !== null && (
                    <Section title="Interruption notices">
                      <ClaimInterruptions nodeClaimId={data.nodeClaim.id} />
                    </Section>
                  )
                }
              />
            );
          }}
        </QueryContent>
      )}
    </Page>
  );
}

const whyNotSimulated = ({ nodeClaim }: NodeDetails): string | undefined =>
  nodeClaim === null ? 'Kerf does not manage this node' : undefined;
