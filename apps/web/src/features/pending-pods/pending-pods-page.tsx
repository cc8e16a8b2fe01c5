import { getRouteApi } from '@tanstack/react-router';
import { TeamFilter } from '../../app/team-filter.js';
import { scopeQuery, useClusterScope } from '../../lib/context/cluster-directory.js';
import { UnknownCluster } from '../../ui/feedback/unknown-cluster.js';
import { Page } from '../../ui/layout/page.js';
import { PendingGroupPanel } from './pending-group-panel.js';
import { usePendingGroups } from './pending-pods.queries.js';
import type { PendingPodsSearch } from './pending-pods.search.js';
import { PendingPodsView } from './pending-pods-view.js';
import { groupId } from './to-pending-group.js';

const route = getRouteApi('/shell/pending');

export function PendingPodsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: PendingPodsSearch) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true });
  const scope = useClusterScope(search.cluster);
  const { enabled, clusterId } = scopeQuery(scope);
  const groups = usePendingGroups({ clusterId, team: search.team }, enabled);
  const { owner } = search;
  return (
    <Page
      title="Pending pods"
      asOf={groups.firstPage?.asOf}
      panel={
        owner !== undefined && (
          <PendingGroupPanel
            id={owner}
            group={groups.rows.find((group) => groupId(group) === owner)}
            onClose={() => change({ owner: undefined })}
          />
        )
      }
    >
      {scope.kind === 'unknown' ? (
        <UnknownCluster name={scope.name} />
      ) : (
        <PendingPodsView
          groups={groups}
          clusterId={clusterId}
          q={search.q}
          team={search.team}
          teamFilter={<TeamFilter value={search.team} onChange={(team) => change({ team })} />}
          openOwner={owner}
          onSearch={change}
        />
      )}
    </Page>
  );
}
