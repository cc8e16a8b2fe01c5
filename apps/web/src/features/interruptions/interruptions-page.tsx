import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import type { InterruptionsQuery } from '../../gql/graphql.js';
import { csvHref } from '../../lib/api/csv-href.js';
import { usePagedRows } from '../../lib/api/paged-rows.js';
import { startOfPeriod } from '../../lib/api/period.js';
import { scopeQuery, useClusterScope } from '../../lib/context/cluster-directory.js';
import { interruptionBadges, interruptionKindWords } from '../../ui/badges/state-badges.js';
import { FilterSelect } from '../../ui/controls/filter-select.js';
import { PeriodFilter } from '../../ui/controls/period-filter.js';
import { ViewChoice } from '../../ui/controls/view-choice.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { Failure } from '../../ui/feedback/failure.js';
import { UnknownCluster } from '../../ui/feedback/unknown-cluster.js';
import { Figure, Figures } from '../../ui/layout/description-list.js';
import { Row } from '../../ui/layout/layout.js';
import { Page } from '../../ui/layout/page.js';
import { CsvLink } from '../../ui/tables/csv-link.js';
import { DataGrid } from '../../ui/tables/data-grid.js';
import { NewRowsButton, useNewRows } from '../../ui/tables/new-rows.js';
import { toListOrder } from '../../ui/tables/server-order.js';
import { TableMenus } from '../../ui/tables/table-menus.js';
import { interruptionColumns } from './interruption-columns.js';
import { InterruptionPanel } from './interruption-panel.js';
import { interruptionCountsQuery, interruptionsList } from './interruptions.queries.js';
import {
  type InterruptionsSearch,
  interruptionKinds,
  interruptionOutcomes,
} from './interruptions.search.js';
import { interruptionsOrder } from './interruptions-order.js';
import type { InterruptionRow } from './interruptions-text.js';

const route = getRouteApi('/shell/interruptions');
const rowId = ({ id }: InterruptionRow): string => id;

/** Loaded on first use. */
const SpotPools = lazy(async () => ({
  default: (await import('./spot-pools/spot-pools.js')).SpotPools,
}));

/** Interruptions: the notices one by one, or by spot pool. */
export function InterruptionsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const scope = useClusterScope(search.cluster);
  const { enabled, clusterId } = scopeQuery(scope);
  if (search.view !== 'spot-pools' || scope.kind === 'unknown') return <InterruptionNotices />;
  const change = (next: InterruptionsSearch) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true });
  return (
    <Page
      title="Interruptions"
      titleAside={
        <ViewChoice {...views} value={search.view} onChange={(view) => change({ view })} />
      }
      asOf={null}
    >
      <Suspense fallback={<p className="dimmed">Loading the spot pools…</p>}>
        <SpotPools clusterId={clusterId} isEnabled={enabled} search={search} onSearch={change} />
      </Suspense>
    </Page>
  );
}

const views = { usual: 'Notices', others: { 'spot-pools': 'Spot pools' } } as const;

/** Interruption notices with drain deadline, outcome and replacement. */
function InterruptionNotices() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: InterruptionsSearch) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true });
  const scope = useClusterScope(search.cluster);
  const { enabled, clusterId } = scopeQuery(scope);
  const filter = useMemo(
    () => ({
      clusterId: clusterId ?? null,
      kinds: search.kind === undefined ? null : [search.kind],
      outcomes: search.outcome === undefined ? null : [search.outcome],
      receivedFrom: startOfPeriod(search.period) ?? null,
    }),
    [clusterId, search.kind, search.outcome, search.period],
  );
  const order = toListOrder(interruptionsOrder, search.sort);
  const isNewestFirst = order === interruptionsOrder.initial.order;
  const list = usePagedRows<InterruptionRow, InterruptionsQuery['interruptions']>(
    interruptionsList(filter, order),
    enabled,
  );
  const { firstPage } = list;
  const shown = useNewRows(
    firstPage === undefined ? undefined : list.rows,
    rowId,
    JSON.stringify([filter, order]),
    isNewestFirst,
  );
  if (scope.kind === 'unknown') {
    return (
      <Page title="Interruptions" asOf={null}>
        <UnknownCluster name={scope.name} />
      </Page>
    );
  }
  return (
    <Page
      title="Interruptions"
      titleAside={
        <ViewChoice
          {...views}
          value={search.view}
          onChange={(view) => change({ view, open: undefined })}
        />
      }
      asOf={firstPage?.asOf}
      panel={
        search.open !== undefined && (
          <InterruptionPanel id={search.open} onClose={() => change({ open: undefined })} />
        )
      }
    >
      <Counts clusterId={clusterId} isEnabled={enabled} />
      <Row>
        <FilterSelect
          label="Notice"
          allLabel="All notices"
          options={interruptionKinds.map((kind) => ({
            value: kind,
            label: interruptionKindWords[kind],
          }))}
          value={search.kind}
          onChange={(kind) => change({ kind })}
        />
        <FilterSelect
          label="Outcome"
          allLabel="All outcomes"
          options={interruptionOutcomes.map((outcome) => ({
            value: outcome,
            label: interruptionBadges[outcome].label,
          }))}
          value={search.outcome}
          onChange={(outcome) => change({ outcome })}
        />
        <PeriodFilter
          value={search.period}
          isAnyTime={isNewestFirst}
          onChange={(period) => change({ period })}
        />
        <TableMenus gridId="interruptions" columns={interruptionColumns} />
        <CsvLink href={csvHref('interruptions', filter, order)} />
        {shown !== undefined && <NewRowsButton count={shown.newCount} onShow={shown.showNew} />}
      </Row>
      {list.error !== null && (
        <Failure error={list.error} action="load the interruptions" retry={list.retry} />
      )}
      <DataGrid
        id="interruptions"
        label="Interruptions"
        columns={interruptionColumns}
        rows={shown?.rows}
        totalCount={
          firstPage === undefined ? undefined : firstPage.totalCount - (shown?.newCount ?? 0)
        }
        rowId={rowId}
        sort={search.sort}
        onSort={(sort) => change({ sort })}
        serverOrder={interruptionsOrder}
        openId={search.open}
        onOpen={({ id }) => change({ open: id })}
        onVisible={list.setVisibleRows}
        empty={
          <EmptyState title="No interruption notices">
            Notices arrive in the SQS queue that is set in the cluster settings. Without a queue,
            interrupted nodes are not drained before they terminate.
          </EmptyState>
        }
      />
    </Page>
  );
}

interface CountsProps {
  readonly clusterId: string | undefined;
  readonly isEnabled: boolean;
}

function Counts({ clusterId, isEnabled }: CountsProps) {
  const { data } = useQuery({ ...interruptionCountsQuery(clusterId), enabled: isEnabled });
  return (
    <Figures>
      <Figure
        value={data?.draining ?? '…'}
        label="draining"
        tone={data !== undefined && data.draining > 0 ? 'attention' : undefined}
      />
      <Figure value={data?.day ?? '…'} label="notices in the last 24 h" />
      <Figure
        value={data?.lost ?? '…'}
        label="of them with lost pods"
        tone={data !== undefined && data.lost > 0 ? 'broken' : undefined}
      />
    </Figures>
  );
}
