import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { scopeQuery, useClusterScope } from '../../../lib/context/cluster-directory.js';
import { QueryContent } from '../../../ui/feedback/query-content.js';
import { UnknownCluster } from '../../../ui/feedback/unknown-cluster.js';
import { Page } from '../../../ui/layout/page.js';
import { ApplyLink } from '../apply-link.js';
import { nodePoolsQuery } from '../definitions.queries.js';
import type { DefinitionsSearch } from '../definitions.search.js';
import { RefusedDefinitions } from '../refused-definitions.js';
import { NodePoolsView } from './node-pools-view.js';

/** Loaded when a row is opened. */
const NodePoolPanel = lazy(async () => ({
  default: (await import('./node-pool-panel.js')).NodePoolPanel,
}));

const route = getRouteApi('/shell/node-pools');

export function NodePoolsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: DefinitionsSearch) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true });
  const scope = useClusterScope(search.cluster);
  const { enabled, clusterId } = scopeQuery(scope);
  const query = useQuery({ ...nodePoolsQuery(clusterId), enabled });
  const pools = query.data?.nodePools;
  return (
    <Page
      title="NodePools"
      asOf={query.data?.asOf}
      actions={<ApplyLink cluster={search.cluster} />}
      panel={
        search.open !== undefined && (
          <Suspense>
            <NodePoolPanel open={search.open} pools={pools} view={search.view} onSearch={change} />
          </Suspense>
        )
      }
    >
      {scope.kind === 'unknown' ? (
        <UnknownCluster name={scope.name} />
      ) : (
        <QueryContent query={query} action="load the NodePools">
          {() => (
            <>
              <RefusedDefinitions kind="NodePool" clusterId={clusterId} />
              <NodePoolsView
                pools={pools}
                cluster={search.cluster}
                clusterId={clusterId}
                search={search}
                onSearch={change}
              />
            </>
          )}
        </QueryContent>
      )}
    </Page>
  );
}
