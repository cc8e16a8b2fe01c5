import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { DecisionsQuery } from '../../gql/graphql.js';
import { scopeQuery, useClusterScope } from '../../lib/cluster-directory.js';
import { usePagedRows } from '../../lib/pages.js';
import { Badge } from '../../ui/badge.js';
import { Choice } from '../../ui/choice.js';
import { ColumnsMenu } from '../../ui/columns-menu.js';
import { SegmentedControl } from '../../ui/controls.js';
import { DataGrid } from '../../ui/data-grid.js';
import { Empty } from '../../ui/empty.js';
import { Failure } from '../../ui/failure.js';
import { HeldRowsBar } from '../../ui/held-rows-bar.js';
import { Row } from '../../ui/layout.js';
import { Page } from '../../ui/page.js';
import { decisionKindWords } from '../../ui/states.js';
import { UnknownCluster } from '../../ui/unknown-cluster.js';
import { useHeldRows } from '../../ui/use-held-rows.js';
import { type DecisionRow, decisionColumns } from './decision-columns.js';
import { decisionsList } from './decisions.queries.js';
import { type DecisionsSearch, decisionShows } from './decisions.search.js';
import { toDecisionFilter } from './to-decision-filter.js';

const route = getRouteApi('/shell/decisions');
const decisionId = ({ id }: DecisionRow): string => id;

const kinds = [
  'PROVISION',
  'DEPROVISION',
  'EMPTY',
  'CONSOLIDATE',
  'DRIFT',
  'EXPIRE',
  'INTERRUPT',
  'DELETE',
] as const;
const shows = [
  { value: 'all', label: 'All' },
  { value: 'waiting', label: 'Awaiting approval' },
  { value: 'underway', label: 'In progress' },
  { value: 'finished', label: 'Completed' },
];

const emptyTitles: Readonly<Record<NonNullable<DecisionsSearch['show']> | 'all', string>> = {
  all: 'No decisions',
  waiting: 'No decisions awaiting approval',
  underway: 'No decisions in progress',
  finished: 'No completed decisions',
};

/** All decisions, newest first. */
export function DecisionsPage() {
  const search = route.useSearch();
  const setSearch = route.useNavigate();
  const change = (next: DecisionsSearch) =>
    void setSearch({ search: (now) => ({ ...now, ...next }), replace: true });
  const navigate = useNavigate();
  const scope = useClusterScope(search.cluster);
  const { enabled, clusterId } = scopeQuery(scope);
  const filter = useMemo(() => toDecisionFilter(search, clusterId), [search, clusterId]);
  const decisions = usePagedRows<DecisionRow, DecisionsQuery['decisions']>(
    decisionsList(filter),
    enabled,
  );
  const { firstPage } = decisions;
  const loaded = firstPage === undefined ? undefined : decisions.rows;
  const held = useHeldRows(loaded, decisionId, JSON.stringify(filter));
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
        <SegmentedControl
          aria-label="State"
          data={shows}
          value={search.show ?? 'all'}
          onChange={(value) => change({ show: decisionShows.find((each) => each === value) })}
        />
        <Choice
          label="Kind"
          all="All kinds"
          options={kinds.map((kind) => ({ value: kind, label: decisionKindWords[kind] }))}
          value={search.kind}
          onChange={(kind) => change({ kind })}
        />
        {search.pool !== undefined && (
          <Badge tone="active">
            NodePool {search.pool}{' '}
            <button
              type="button"
              aria-label="Clear NodePool filter"
              onClick={() => change({ pool: undefined })}
            >
              ×
            </button>
          </Badge>
        )}
        <ColumnsMenu gridId="decisions" columns={decisionColumns} />
        {held !== undefined && <HeldRowsBar count={held.heldCount} onShow={held.release} />}
      </Row>
      {decisions.error !== null && (
        <Failure error={decisions.error} action="load the decisions" retry={decisions.retry} />
      )}
      <DataGrid
        id="decisions"
        label="Decisions, newest first"
        columns={decisionColumns}
        rows={held?.rows}
        totalCount={
          firstPage === undefined ? undefined : firstPage.totalCount - (held?.heldCount ?? 0)
        }
        rowId={decisionId}
        onOpen={({ id }) => void navigate({ to: '/decisions/$id', params: { id } })}
        onVisible={decisions.show}
        empty={
          <Empty title={emptyTitles[search.show ?? 'all']}>
            {search.show === 'waiting'
              ? 'In clusters in mode approve, removals that require approval are listed here until someone approves or rejects them.'
              : 'When pods need a node, or a node is no longer needed, the decision is listed here with its reasons.'}
          </Empty>
        }
      />
    </Page>
  );
}
