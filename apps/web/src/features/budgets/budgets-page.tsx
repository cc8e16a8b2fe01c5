import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type * as z from 'zod/mini';
import { scopeQuery, useClusterNameOf, useClusterScope } from '../../lib/cluster-directory.js';
import { countOf } from '../../lib/format/quantity.js';
import { DataGrid } from '../../ui/data-grid.js';
import { Empty } from '../../ui/empty.js';
import { Figure, Figures } from '../../ui/facts.js';
import { Row } from '../../ui/layout.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { SearchInput } from '../../ui/search-input.js';
import { UnknownCluster } from '../../ui/unknown-cluster.js';
import { budgetColumns } from './budget-columns.js';
import { budgetsQuery } from './budgets.queries.js';
import type { budgetsSearch } from './budgets.search.js';
import { type BudgetRow, toBudgetRows } from './to-budget-rows.js';

const route = getRouteApi('/shell/budgets');
type Search = z.infer<typeof budgetsSearch>;

/** What may be disrupted now, by which rule, until when. */
export function BudgetsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Search) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true });
  const scope = useClusterScope(search.cluster);
  const { enabled, clusterId } = scopeQuery(scope);
  const query = useQuery({ ...budgetsQuery(clusterId), enabled });
  const nameOf = useClusterNameOf();
  const budgets = query.data?.budgets;
  const rows = useMemo(
    () =>
      budgets &&
      toBudgetRows(budgets, nameOf).filter((row) =>
        `${row.clusterName}/${row.nodePool}`.includes(search.q ?? ''),
      ),
    [budgets, nameOf, search.q],
  );
  return (
    <Page title="Disruption budgets" asOf={query.data?.asOf}>
      {scope.kind === 'unknown' ? (
        <UnknownCluster name={scope.name} />
      ) : (
        <Loaded query={query} action="read the budgets">
          {() => (
            <>
              {rows !== undefined && <BudgetFigures rows={rows} />}
              <Row>
                <SearchInput
                  label="Filter pools"
                  value={search.q}
                  onChange={(q) => change({ q })}
                />
              </Row>
              <DataGrid
                id="budgets"
                label="Disruption budgets as they stand"
                columns={budgetColumns}
                rows={rows}
                rowId={(row) => `${row.clusterId}/${row.nodePool}/${row.reasons.join()}`}
                sort={search.sort ?? 'pool'}
                onSort={(sort) => change({ sort })}
                empty={
                  <Empty title="No NodePool, no budget">
                    Budgets belong to NodePools: without a pool there is nothing to disrupt.
                  </Empty>
                }
              />
            </>
          )}
        </Loaded>
      )}
    </Page>
  );
}

function BudgetFigures({ rows }: { readonly rows: readonly BudgetRow[] }) {
  const closed = rows.filter((row) => row.allowed === 0 && row.nodes > 0);
  const pools = poolsOf(rows);
  return (
    <Figures>
      <Figure
        value={poolsOf(closed)}
        label={`of ${countOf(pools, 'pool')} may lose no node now for some reason`}
        tone={closed.length > 0 ? 'attention' : undefined}
      />
    </Figures>
  );
}

const poolsOf = (rows: readonly BudgetRow[]): number =>
  new Set(rows.map((row) => `${row.clusterId}/${row.nodePool}`)).size;
