import type { NodeClaimFilter } from '../../gql/graphql.js';
import { usePagedRows } from '../../lib/api/paged-rows.js';
import { SegmentedControl } from '../../ui/controls/controls.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { Failure } from '../../ui/feedback/failure.js';
import { Row } from '../../ui/layout/layout.js';
import { ColumnsMenu } from '../../ui/tables/columns-menu.js';
import { DataGrid } from '../../ui/tables/data-grid.js';
import { type NodeClaimRow, nodeClaimColumns } from './node-claim-columns.js';
import { type NodeClaimsPage, nodeClaimsList } from './node-claims.queries.js';
import type { NodeClaimsSearch } from './node-claims.search.js';

export interface NodeClaimsViewProps {
  readonly clusterId: string;
  readonly search: NodeClaimsSearch;
  readonly onSearch: (change: NodeClaimsSearch) => void;
}

const filters: Readonly<Record<'active' | 'failed' | 'all', NodeClaimFilter>> = {
  active: {
    states: ['REQUESTED', 'LAUNCHING', 'LAUNCHED', 'REGISTERED', 'INITIALIZED', 'TERMINATING'],
  },
  failed: { states: ['LAUNCH_FAILED'] },
  all: {},
};

/** The NodeClaims of a cluster. */
export function NodeClaimsView({ clusterId, search, onSearch }: NodeClaimsViewProps) {
  const shown = search.claims ?? 'active';
  const claims = usePagedRows<NodeClaimRow, NodeClaimsPage>(
    nodeClaimsList(clusterId, filters[shown]),
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
        <ColumnsMenu gridId="node-claims" columns={nodeClaimColumns} />
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
