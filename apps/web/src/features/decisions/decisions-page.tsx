import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { DecisionsQuery } from '../../gql/graphql.js';
import { csvHref } from '../../lib/api/csv-href.js';
import { usePagedRows } from '../../lib/api/paged-rows.js';
import { scopeQuery, useClusterScope } from '../../lib/context/cluster-directory.js';
import { PeriodFilter } from '../../ui/controls/period-filter.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { Failure } from '../../ui/feedback/failure.js';
import { UnknownCluster } from '../../ui/feedback/unknown-cluster.js';
import { Row } from '../../ui/layout/layout.js';
import { Page } from '../../ui/layout/page.js';
import { CsvLink } from '../../ui/tables/csv-link.js';
import { DataGrid } from '../../ui/tables/data-grid.js';
import { NewRowsButton, useNewRows } from '../../ui/tables/new-rows.js';
import { toListOrder } from '../../ui/tables/server-order.js';
import { TableMenus } from '../../ui/tables/table-menus.js';
import { BulkApproval } from './bulk-approval.js';
import { canApproveRow } from './can-approve-row.js';
import { type DecisionRow, decisionColumns } from './decision-columns.js';
import { DecisionFilters } from './decision-filters.js';
import { decisionsList } from './decisions.queries.js';
import { type DecisionsSearch, toDecisionFilter } from './decisions.search.js';
import { decisionsOrder } from './decisions-order.js';

/** Loaded on first use. */
const RowApproval = lazy(async () => ({
  default: (await import('./row-approval.js')).RowApproval,
}));

const route = getRouteApi('/shell/decisions');
const decisionId = ({ id }: DecisionRow): string => id;

const emptyTitles: Readonly<Record<NonNullable<DecisionsSearch['show']> | 'all', string>> = {
  all: 'No decisions',
  mine: 'No decisions waiting for your approval',
  waiting: 'No decisions awaiting approval',
  underway: 'No decisions in progress',
  finished: 'No completed decisions',
};

/** All decisions, newest first unless another order is chosen. */
export function DecisionsPage() {
  const search = route.useSearch();
  const setSearch = route.useNavigate();
  const change = (next: DecisionsSearch) =>
    void setSearch({ search: (now) => ({ ...now, ...next }), replace: true });
  const navigate = useNavigate();
  const scope = useClusterScope(search.cluster);
  const { enabled, clusterId } = scopeQuery(scope);
  const { show, kind, pool, team, period, sort } = search;
  // A period ends when it is chosen: its start would be another one with each rendering.
  const filter = useMemo(
    () => toDecisionFilter({ show, kind, pool, team, period }, clusterId),
    [show, kind, pool, team, period, clusterId],
  );
  const order = toListOrder(decisionsOrder, sort);
  const decisions = usePagedRows<DecisionRow, DecisionsQuery['decisions']>(
    decisionsList(filter, order),
    enabled,
  );
  const [approved, setApproved] = useState<DecisionRow>();
  const { firstPage } = decisions;
  const loadedRows = firstPage === undefined ? undefined : decisions.rows;
  const isNewestFirst = order === decisionsOrder.initial.order;
  const shown = useNewRows(loadedRows, decisionId, JSON.stringify([filter, order]), isNewestFirst);
  if (scope.kind === 'unknown') {
    return (
      <Page title="Decisions" asOf={null}>
        <UnknownCluster name={scope.name} />
      </Page>
    );
  }
  return (
    <Page title="Decisions" asOf={firstPage?.asOf}>
      <Row>
        <DecisionFilters search={search} rows={shown?.rows} onChange={change} />
        <BulkApproval show={search.show} rows={shown?.rows} />
        <PeriodFilter
          value={period}
          isAnyTime={isNewestFirst || (show !== undefined && show !== 'finished')}
          onChange={(next) => change({ period: next })}
        />
        <TableMenus gridId="decisions" columns={decisionColumns} />
        <CsvLink href={csvHref('decisions', filter, order)} />
        {shown !== undefined && <NewRowsButton count={shown.newCount} onShow={shown.showNew} />}
      </Row>
      {decisions.error !== null && (
        <Failure error={decisions.error} action="load the decisions" retry={decisions.retry} />
      )}
      <Suspense>
        {approved !== undefined && (
          <RowApproval
            key={approved.id}
            decision={approved}
            onClose={() => setApproved(undefined)}
          />
        )}
      </Suspense>
      <DataGrid
        id="decisions"
        label="Decisions"
        columns={decisionColumns}
        rows={shown?.rows}
        totalCount={
          firstPage === undefined ? undefined : firstPage.totalCount - (shown?.newCount ?? 0)
        }
        rowId={decisionId}
        sort={sort}
        onSort={(next) => change({ sort: next })}
        serverOrder={decisionsOrder}
        rowKeys={{ a: (row) => setApproved(canApproveRow(row) ? row : undefined) }}
        onOpen={({ id }) => void navigate({ to: '/decisions/$id', params: { id } })}
        onVisible={decisions.setVisibleRows}
        empty={<NoDecisions show={search.show} />}
      />
    </Page>
  );
}

function NoDecisions({ show }: Pick<DecisionsSearch, 'show'>) {
  return (
    <EmptyState title={emptyTitles[show ?? 'all']}>
      {show === 'waiting' || show === 'mine'
        ? 'In clusters in mode approve, removals that require approval are listed here until someone approves or rejects them.'
        : 'When pods need a node, or a node is no longer needed, the decision is listed here with its reasons.'}
    </EmptyState>
  );
}
