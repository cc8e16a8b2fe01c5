import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { scopeQuery, useClusterScope } from '../../lib/context/cluster-directory.js';
import { ViewChoice } from '../../ui/controls/view-choice.js';
import { UnknownCluster } from '../../ui/feedback/unknown-cluster.js';
import { Page } from '../../ui/layout/page.js';
import { costChangeQuery, costHistoryQuery, costQuery } from './cost.queries.js';
import type { CostSearch } from './cost.search.js';
import { CostChanges, changeRequest } from './cost-changes.js';
import { CostHistory, historyRequest } from './cost-history.js';
import { type CostViewProps, CurrentCost } from './current-cost.js';

const route = getRouteApi('/shell/cost');

/** The current cost, cost over time, and what changed it. */
export function CostPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: CostSearch) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true });
  const scope = useClusterScope(search.cluster);
  const { enabled, clusterId } = scopeQuery(scope);
  const viewProps = { clusterId, isEnabled: enabled, search, onSearch: change };
  return (
    <Page
      title="Cost"
      titleAside={
        <ViewChoice
          usual="Now"
          others={{ history: 'Over time', changes: 'Changes' }}
          value={search.view}
          onChange={(view) => change({ view })}
        />
      }
      asOf={useDataTime(viewProps)}
    >
      {scope.kind === 'unknown' ? (
        <UnknownCluster name={scope.name} />
      ) : (
        <CostView {...viewProps} />
      )}
    </Page>
  );
}

function CostView(props: CostViewProps) {
  if (props.search.view === 'history') return <CostHistory {...props} />;
  return props.search.view === 'changes' ? <CostChanges {...props} /> : <CurrentCost {...props} />;
}

/** Returns the data time of the view that is shown. */
function useDataTime({
  clusterId,
  search,
}: Pick<CostViewProps, 'clusterId' | 'search'>): string | undefined {
  const now = useQuery({ ...costQuery(clusterId, search.team), enabled: false }).data?.asOf;
  const history = useQuery({
    ...costHistoryQuery(historyRequest(search, clusterId)),
    enabled: false,
  }).data?.costSeries.asOf;
  const change = useQuery({
    ...costChangeQuery(changeRequest(search, clusterId)),
    enabled: false,
  }).data?.to;
  if (search.view === 'changes') return change;
  return search.view === 'history' ? history : now;
}
