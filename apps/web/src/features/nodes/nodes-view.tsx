import { countOf } from '@kerf/core';
import { useMemo } from 'react';
import { usePagedRows } from '../../lib/api/paged-rows.js';
import { formatHourly, toMicroUsd } from '../../lib/format/money.js';
import { formatShare } from '../../lib/format/quantity.js';
import { capacityTypeWords } from '../../lib/format/words.js';
import { FilterSelect } from '../../ui/controls/filter-select.js';
import { SearchInput } from '../../ui/controls/search-input.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { Failure } from '../../ui/feedback/failure.js';
import { Row } from '../../ui/layout/layout.js';
import { ColumnsMenu } from '../../ui/tables/columns-menu.js';
import { DataGrid } from '../../ui/tables/data-grid.js';
import { type NodeRow, nodeColumns } from './node-columns.js';
import { type NodesPage, nodesList } from './nodes.queries.js';
import type { NodesSearch } from './nodes.search.js';
import { nodeBadges } from './nodes-text.js';
import { isFiltered, toNodesQuery } from './to-nodes-query.js';

export interface NodesViewProps {
  readonly clusterId: string;
  readonly search: NodesSearch;
  readonly onSearch: (change: NodesSearch) => void;
  /** For the filter. */
  readonly nodePools: readonly string[];
}

const capacityTypes = ['ON_DEMAND', 'SPOT', 'RESERVED'] as const;
const states = ['READY', 'JOINING', 'NOT_READY', 'CORDONED', 'TERMINATING'] as const;

/** The nodes of a cluster with price, utilization, state and disruption blockers. */
export function NodesView({ clusterId, search, onSearch, nodePools }: NodesViewProps) {
  const { q, pool, capacity, state, sort } = search;
  const query = useMemo(
    () => toNodesQuery(clusterId, { q, pool, capacity, state, sort }),
    [clusterId, q, pool, capacity, state, sort],
  );
  const nodes = usePagedRows<NodeRow, NodesPage>(nodesList(query));
  const { firstPage } = nodes;
  return (
    <>
      <Row>
        <SearchInput
          label="Filter by name or type"
          value={q}
          onChange={(next) => onSearch({ q: next })}
        />
        <FilterSelect
          label="NodePool"
          allLabel="All NodePools"
          options={nodePools.map((name) => ({ value: name, label: name }))}
          value={pool}
          onChange={(next) => onSearch({ pool: next })}
        />
        <FilterSelect
          label="Capacity type"
          allLabel="All capacity types"
          widthPx={160}
          options={capacityTypes.map((type) => ({ value: type, label: capacityTypeWords[type] }))}
          value={capacity}
          onChange={(next) => onSearch({ capacity: next })}
        />
        <FilterSelect
          label="State"
          allLabel="All states"
          options={states.map((each) => ({ value: each, label: nodeBadges[each].label }))}
          value={state}
          onChange={(next) => onSearch({ state: next })}
        />
        <ColumnsMenu gridId="nodes" columns={nodeColumns} />
        {firstPage !== undefined && isFiltered(search) && <NodesTotals totals={firstPage.totals} />}
      </Row>
      {nodes.error !== null && (
        <Failure error={nodes.error} action="load the nodes" retry={nodes.retry} />
      )}
      <DataGrid
        id="nodes"
        label="Nodes"
        columns={nodeColumns}
        rows={firstPage === undefined ? undefined : nodes.rows}
        totalCount={firstPage?.totalCount}
        rowId={(node) => node.name}
        sort={sort ?? 'name'}
        onSort={(next) => onSearch({ sort: next })}
        sortsOnServer
        openId={search.node}
        onOpen={({ name }) => onSearch({ node: name })}
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
    </>
  );
}

export interface NodesTotalsProps {
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
