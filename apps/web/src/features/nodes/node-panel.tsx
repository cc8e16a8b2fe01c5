import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { StateBadge } from '../../ui/badges/badge.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { SidePanel } from '../../ui/layout/side-panel.js';
import { NodeNotFound, NodeSections } from './node-sections.js';
import { nodeQuery } from './nodes.queries.js';
import { nodeBadges } from './nodes-text.js';

export interface NodePanelProps {
  readonly clusterId: string;
  readonly clusterName: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Details of one node, beside the table. */
export function NodePanel({ clusterId, clusterName, name, onClose }: NodePanelProps) {
  const query = useQuery(nodeQuery(clusterId, name));
  const node = query.data;
  return (
    <SidePanel
      id={name}
      title={name}
      titleAside={
        node !== null && node !== undefined && <StateBadge content={nodeBadges[node.state]} />
      }
      onClose={onClose}
    >
      <QueryContent query={query} action="load the node">
        {(data) => {
          if (data === undefined) return <p className="dimmed">Loading the node…</p>;
          if (data === null) return <NodeNotFound name={name} />;
          return (
            <>
              <Link to="/clusters/$name/nodes/$node" params={{ name: clusterName, node: name }}>
                Open full page
              </Link>
              <NodeSections clusterId={clusterId} clusterName={clusterName} node={data} />
            </>
          );
        }}
      </QueryContent>
    </SidePanel>
  );
}
