import { getRouteApi } from '@tanstack/react-router';
import { useClusterDirectory } from '../../lib/context/cluster-directory.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { Page } from '../../ui/layout/page.js';
import { useAllNodes } from './map/node-map.queries.js';
import { NodeMapView } from './map/node-map-view.js';

const route = getRouteApi('/shell/node-map');

/** Nodes of several clusters are not selected: a removal is simulated in one. */
const none: ReadonlySet<string> = new Set();
const noFilters = {};

/** The node map of all clusters. */
export function FleetNodesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const clusters = useClusterDirectory();
  const all = useAllNodes(clusters ?? []);
  return (
    <Page title="Node map" asOf={all.asOf}>
      {clusters?.length === 0 ? (
        <EmptyState title="No clusters" />
      ) : (
        <NodeMapView
          all={clusters === undefined ? { ...all, nodes: undefined } : all}
          hasClusters
          filters={noFilters}
          search={search}
          onSearch={(next) =>
            void navigate({ search: (now) => ({ ...now, ...next }), replace: true })
          }
          selected={none}
        />
      )}
    </Page>
  );
}
