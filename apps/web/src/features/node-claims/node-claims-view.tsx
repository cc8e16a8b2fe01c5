import { useMemo } from 'react';
import type { NodeClaimFilter } from '../../gql/graphql.js';
import { csvHref } from '../../lib/api/csv-href.js';
import { usePagedRows } from '../../lib/api/paged-rows.js';
import { startOfPeriod } from '../../lib/api/period.js';
import { SegmentedControl } from '../../ui/controls/controls.js';
import { PeriodFilter } from '../../ui/controls/period-filter.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { Failure } from '../../ui/feedback/failure.js';
import { Row } from '../../ui/layout/layout.js';
import { CsvLink } from '../../ui/tables/csv-link.js';
import { DataGrid } from '../../ui/tables/data-grid.js';
import { toListOrder } from '../../ui/tables/server-order.js';
import { TableMenus } from '../../ui/tables/table-menus.js';
import { type NodeClaimRow, nodeClaimColumns } from './node-claim-columns.js';
import { type NodeClaimsPage, nodeClaimsList } from './node-claims.queries.js';
import type { NodeClaimsSearch } from './node-claims.search.js';
import { nodeClaimsOrder } from './node-claims-order.js';

export interface NodeClaimsViewProps {
  readonly clusterId: string;
  readonly search: NodeClaimsSearch;
  readonly onSearch: (change: NodeClaimsSearch) => void;
}

const filters: Readonly<Record<'active' | 'failed' | 'all', Pick<NodeClaimFilter, 'states'>>> = {
  active: {
    states: ['REQUESTED', 'LAUNCHING', 'LAUNCHED', 'REGISTERED', 'INITIALIZED', 'TERMINATING'],
  },
  failed: { states: ['LAUNCH_FAILED'] },
  all: {},
};

/** The NodeClaims of a cluster. */
export function NodeClaimsView({ clusterId, search, onSearch }: NodeClaimsViewProps) {
  const shown = search.claims ?? 'active';
  const { period, claimSort } = search;
  // A period ends when it is chosen: its start would be another one with each rendering.
  const filter = useMemo(
    () => ({ ...filters[shown], requestedFrom: startOfPeriod(period) ?? null }),
    [shown, period],
  );
  const order = toListOrder(nodeClaimsOrder, claimSort);
  const claims = usePagedRows<NodeClaimRow, NodeClaimsPage>(
    nodeClaimsList(clusterId, filter, order),
  );
  return (
    <>
      <Row>
        <SegmentedControl
          aria-label="State"
          data={[
            { value: 'active', label: 'Active' },
            { value: 'failed', label: 'Failed' },
            { value: 'all', label: 'All' },
          ]}
          value={shown}
          onChange={(value) =>
            onSearch({ claims: value === 'failed' || value === 'all' ? value : undefined })
          }
        />
        <PeriodFilter
          value={period}
          isAnyTime={shown === 'active' || order === nodeClaimsOrder.initial.order}
          onChange={(next) => onSearch({ period: next })}
        />
        <TableMenus gridId="node-claims" columns={nodeClaimColumns} />
        <CsvLink href={csvHref(`clusters/${clusterId}/node-claims`, filter, order)} />
      </Row>
      {claims.error !== null && (
        <Failure error={claims.error} action="load the NodeClaims" retry={claims.retry} />
      )}
      <DataGrid
        id="node-claims"
        label="NodeClaims"
        columns={nodeClaimColumns}
        rows={claims.firstPage === undefined ? undefined : claims.rows}
        totalCount={claims.firstPage?.totalCount}
        rowId={(claim) => claim.id}
        sort={claimSort}
        onSort={(next) => onSearch({ claimSort: next })}
        serverOrder={nodeClaimsOrder}
        openId={search.claim}
        onOpen={({ id }) => onSearch({ claim: id })}
        onVisible={claims.setVisibleRows}
        empty={
          <EmptyState
            title={
              shown === 'failed'
                ? 'No failed NodeClaims'
                : shown === 'active'
                  ? 'No active NodeClaims'
                  : 'No NodeClaims'
            }
          >
            {shown === 'active' &&
              'Kerf creates a NodeClaim when a pending pod matches a NodePool.'}
          </EmptyState>
        }
      />
    </>
  );
}
