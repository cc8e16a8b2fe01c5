import { countOf } from '@kerf/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import {
  scopeQuery,
  useClusterNameOf,
  useClusterScope,
} from '../../lib/context/cluster-directory.js';
import { containsText } from '../../lib/format/contains-text.js';
import { SearchInput } from '../../ui/controls/search-input.js';
import { ViewChoice } from '../../ui/controls/view-choice.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { UnknownCluster } from '../../ui/feedback/unknown-cluster.js';
import { Figure, Figures } from '../../ui/layout/description-list.js';
import { Row } from '../../ui/layout/layout.js';
import { Page } from '../../ui/layout/page.js';
import { DataGrid } from '../../ui/tables/data-grid.js';
import { TableMenus } from '../../ui/tables/table-menus.js';
import { budgetColumns } from './budget-columns.js';
import { budgetsQuery } from './budgets.queries.js';
import type { BudgetsSearch } from './budgets.search.js';
import { budgetViews } from './budgets-text.js';
import { type BudgetRow, toBudgetRows } from './to-budget-rows.js';

const route = getRouteApi('/shell/budgets');

/** Loaded on first use. */
const BudgetsWeek = lazy(async () => ({
  default: (await import('./week/budgets-week.js')).BudgetsWeek,
}));

/** Allowed disruptions by NodePool and reason, with the limiting budget. */
export function BudgetsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: BudgetsSearch) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true });
  const scope = useClusterScope(search.cluster);
  const { enabled, clusterId } = scopeQuery(scope);
  if (search.view === 'week' && scope.kind !== 'unknown') {
    return (
      <Suspense fallback={<Page title="Disruption budgets">{null}</Page>}>
        <BudgetsWeek clusterId={clusterId} isEnabled={enabled} search={search} onSearch={change} />
      </Suspense>
    );
  }
  return <CurrentBudgets search={search} onSearch={change} />;
}

interface CurrentBudgetsProps {
  readonly search: BudgetsSearch;
  readonly onSearch: (next: BudgetsSearch) => void;
}

function CurrentBudgets({ search, onSearch: change }: CurrentBudgetsProps) {
  const navigate = route.useNavigate();
  const scope = useClusterScope(search.cluster);
  const { enabled, clusterId } = scopeQuery(scope);
  const query = useQuery({ ...budgetsQuery(clusterId), enabled });
  const nameOf = useClusterNameOf();
  const budgets = query.data?.budgets;
  const rows = useMemo(
    () =>
      budgets &&
      toBudgetRows(budgets, nameOf).filter((row) =>
        containsText(`${row.clusterName}/${row.nodePool}`, search.q),
      ),
    [budgets, nameOf, search.q],
  );
  return (
    <Page
      title="Disruption budgets"
      titleAside={
        <ViewChoice
          {...budgetViews}
          value={search.view}
          onChange={(view) => change({ view, sort: undefined })}
        />
      }
      asOf={query.data?.asOf}
    >
      {scope.kind === 'unknown' ? (
        <UnknownCluster name={scope.name} />
      ) : (
        <QueryContent query={query} action="load the budgets">
          {() => (
            <>
              {rows !== undefined && <BudgetFigures rows={rows} />}
              <Row>
                <SearchInput
                  label="Filter NodePools"
                  value={search.q}
                  onChange={(q) => change({ q })}
                />
                <TableMenus gridId="budgets" columns={budgetColumns} />
              </Row>
              <DataGrid
                id="budgets"
                label="Current disruption budgets"
                columns={budgetColumns}
                rows={rows}
                rowId={(row) => `${row.clusterId}/${row.nodePool}/${row.reasons.join()}`}
                sort={search.sort ?? 'pool'}
                onSort={(sort) => change({ sort })}
                onOpen={(row) =>
                  void navigate({
                    to: '/node-pools',
                    search: { open: `${row.clusterName}/${row.nodePool}` },
                  })
                }
                empty={
                  budgets?.length === 0 ? (
                    <EmptyState title="No NodePools">
                      Disruption budgets belong to NodePools. Create a NodePool first.
                    </EmptyState>
                  ) : (
                    <EmptyState title={`No NodePool matches “${search.q ?? ''}”`} />
                  )
                }
              />
            </>
          )}
        </QueryContent>
      )}
    </Page>
  );
}

function BudgetFigures({ rows }: { readonly rows: readonly BudgetRow[] }) {
  const blockedRows = rows.filter((row) => row.allowed === 0 && row.nodes > 0);
  const pools = countNodePools(rows);
  return (
    <Figures>
      <Figure
        value={countNodePools(blockedRows)}
        label={`of ${countOf(pools, 'NodePool')}: disruption blocked for at least one reason`}
        tone={blockedRows.length > 0 ? 'attention' : undefined}
      />
    </Figures>
  );
}

const countNodePools = (rows: readonly BudgetRow[]): number =>
  new Set(rows.map((row) => `${row.clusterId}/${row.nodePool}`)).size;
