import { countOf } from '@kerf/core';
import { lazy, Suspense, useMemo } from 'react';
import { csvHref } from '../../lib/api/csv-href.js';
import { usePagedRows } from '../../lib/api/paged-rows.js';
import { formatHourly, toMicroUsd } from '../../lib/format/money.js';
import { formatShare } from '../../lib/format/quantity.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { Failure } from '../../ui/feedback/failure.js';
import { Row } from '../../ui/layout/layout.js';
import { CsvLink } from '../../ui/tables/csv-link.js';
import { DataGrid } from '../../ui/tables/data-grid.js';
import { selectColumn } from '../../ui/tables/select-column.js';
import { TableMenus } from '../../ui/tables/table-menus.js';
import { type NodeRow, nodeColumns } from './node-columns.js';
import { NodeFilters } from './node-filters.js';
import { changeSelection, fromSelection, toSelection } from './node-selection.js';
import { type NodesPage, nodesList } from './nodes.queries.js';
import type { NodesSearch } from './nodes.search.js';
import { isFiltered, nodesOrder, toNodesQuery } from './to-nodes-query.js';

/** Loaded when they are shown. */
const ClusterNodeMap = lazy(async () => ({
  default: (await import('./map/cluster-node-map.js')).ClusterNodeMap,
}));
const SelectionBar = lazy(async () => ({
  default: (await import('./selection-bar.js')).SelectionBar,
}));

export interface NodesViewProps {
  readonly cluster: { readonly id: string; readonly name: string };
  readonly search: NodesSearch;
  readonly onSearch: (change: NodesSearch) => void;
  /** For the filter. */
  readonly nodePools: readonly string[];
}

/** The nodes of a cluster, as a table or as a map. */
export function NodesView({ cluster, search, onSearch, nodePools }: NodesViewProps) {
  const { q, pool, capacity, state, sort } = search;
  const query = useMemo(
    () => toNodesQuery(cluster.id, { q, pool, capacity, state, sort }),
    [cluster.id, q, pool, capacity, state, sort],
  );
  const nodes = usePagedRows<NodeRow, NodesPage>(nodesList(query));
  const { firstPage } = nodes;
  const selection = toSelection(search.selected);
  const select = (names: readonly string[], isSelected: boolean) =>
    onSearch({ selected: fromSelection(changeSelection(selection, names, isSelected)) });
  const isMap = search.layout === 'map';
  return (
    <>
      <Row>
        <NodeFilters search={search} onSearch={onSearch} nodePools={nodePools} />
        {!isMap && <TableMenus gridId="nodes" columns={nodeColumns} />}
        <CsvLink href={csvHref(`clusters/${cluster.id}/nodes`, query.filter, query.orderBy)} />
        {firstPage !== undefined && isFiltered(search) && <NodesTotals totals={firstPage.totals} />}
      </Row>
      {selection.length > 0 && (
        <Suspense>
          <SelectionBar
            clusterId={cluster.id}
            nodeNames={selection}
            onClear={() => onSearch({ selected: undefined })}
            onSimulated={(id) => onSearch({ simulation: id, node: undefined })}
          />
        </Suspense>
      )}
      {nodes.error !== null && (
        <Failure error={nodes.error} action="load the nodes" retry={nodes.retry} />
      )}
      {isMap ? (
        <Suspense fallback={<p className="dimmed">Loading the map…</p>}>
          <ClusterNodeMap
            cluster={cluster}
            search={search}
            onSearch={onSearch}
            selection={selection}
            onSelect={select}
          />
        </Suspense>
      ) : (
        <NodesTable nodes={nodes} search={search} onSearch={onSearch} onSelect={select} />
      )}
    </>
  );
}

interface NodesTableProps extends Pick<NodesViewProps, 'search' | 'onSearch'> {
  readonly nodes: ReturnType<typeof usePagedRows<NodeRow, NodesPage>>;
  readonly onSelect: (names: readonly string[], isSelected: boolean) => void;
}

/** Nodes with price, utilization, state and disruption blockers. */
function NodesTable({ nodes, search, onSearch, onSelect }: NodesTableProps) {
  const { firstPage, rows } = nodes;
  const selected = new Set(toSelection(search.selected));
  const isSelected = ({ name }: NodeRow) => selected.has(name);
  const column = selectColumn<NodeRow>({
    isSelected,
    onSelect: (changed, isOn) =>
      onSelect(
        changed.map(({ name }) => name),
        isOn,
      ),
    labelOf: ({ name }) => name,
    rows,
  });
  return (
    <DataGrid
      id="nodes"
      label="Nodes"
      columns={[column, ...nodeColumns]}
      rows={firstPage === undefined ? undefined : rows}
      totalCount={firstPage?.totalCount}
      rowId={(node) => node.name}
      sort={search.sort}
      onSort={(next) => onSearch({ sort: next })}
      serverOrder={nodesOrder}
      openId={search.node}
      onOpen={({ name }) => onSearch({ node: name, simulation: undefined })}
      rowKeys={{ x: (row) => onSelect([row.name], !isSelected(row)) }}
      onVisible={nodes.setVisibleRows}
      empty={
        isFiltered(search) ? (
          <EmptyState title="No matching nodes" />
        ) : (
          <EmptyState title="No nodes">
            Kerf launches the first node when a pending pod matches a NodePool.
          </EmptyState>
        )
      }
    />
  );
}

interface NodesTotalsProps {
  readonly totals: NodesPage['totals'];
}

/** Totals of the filtered nodes. */
function NodesTotals({ totals }: NodesTotalsProps) {
  const parts = [
    countOf(totals.nodes, 'node'),
    formatHourly(toMicroUsd(totals.price)),
    ...(totals.unpricedNodes > 0 ? [`${totals.unpricedNodes} with unknown price`] : []),
    `${formatShare(totals.cpuRequestedMilli, totals.cpuAllocatableMilli)} CPU`,
    `${formatShare(totals.memoryRequestedBytes, totals.memoryAllocatableBytes)} memory`,
    countOf(totals.pods, 'pod'),
  ];
  return (
    <span className="dimmed num" aria-live="polite">
      {parts.join(' · ')}
    </span>
  );
}
