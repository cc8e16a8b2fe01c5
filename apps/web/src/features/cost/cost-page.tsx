import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { scopeQuery, useClusterScope } from '../../lib/context/cluster-directory.js';
import { SegmentedControl } from '../../ui/controls/controls.js';
import { UnknownCluster } from '../../ui/feedback/unknown-cluster.js';
import { Page } from '../../ui/layout/page.js';
import { costHistoryQuery, costQuery } from './cost.queries.js';
import type { CostSearch } from './cost.search.js';
import { CostHistory, historyRequest } from './cost-history.js';
import { CurrentCost } from './current-cost.js';

const route = getRouteApi('/shell/cost');

/** The current cost, and cost over time. */
export function CostPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: CostSearch) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true });
  const scope = useClusterScope(search.cluster);
  const { enabled, clusterId } = scopeQuery(scope);
  const isHistory = search.view === 'history';
  const viewProps = { clusterId, isEnabled: enabled, search, onSearch: change };
  return (
    <Page
      title="Cost"
      titleAside={
        <SegmentedControl
          aria-label="View"
          data={[
            { value: 'now', label: 'Now' },
            { value: 'history', label: 'Over time' },
          ]}
          value={isHistory ? 'history' : 'now'}
          onChange={(value) => change({ view: value === 'history' ? value : undefined })}
        />
      }
      asOf={useDataTime(viewProps, isHistory)}
    >
      {scope.kind === 'unknown' && <UnknownCluster name={scope.name} />}
      {scope.kind !== 'unknown' &&
        (isHistory ? <CostHistory {...viewProps} /> : <CurrentCost {...viewProps} />)}
    </Page>
  );
}

/** Returns the data time of the view that is shown. */
function useDataTime(
  { clusterId, search }: { readonly clusterId: string | undefined; readonly search: CostSearch },
  isHistory: boolean,
): string | undefined {
  const now = useQuery({ ...costQuery(clusterId, search.team), enabled: false }).data?.asOf;
  const history = useQuery({
    ...costHistoryQuery(historyRequest(search, clusterId)),
    enabled: false,
  }).data?.costSeries.asOf;
  return isHistory ? history : now;
}
