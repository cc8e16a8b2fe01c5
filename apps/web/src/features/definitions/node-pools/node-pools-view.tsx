import { useMemo } from 'react';
import { csvHref } from '../../../lib/api/csv-href.js';
import { containsText } from '../../../lib/format/contains-text.js';
import { SearchInput } from '../../../ui/controls/search-input.js';
import { EmptyState } from '../../../ui/feedback/empty-state.js';
import { Row } from '../../../ui/layout/layout.js';
import { CsvLink } from '../../../ui/tables/csv-link.js';
import { DataGrid } from '../../../ui/tables/data-grid.js';
import { TableMenus } from '../../../ui/tables/table-menus.js';
import { ApplyLink } from '../apply-link.js';
import type { DefinitionsSearch } from '../definitions.search.js';
import { type NodePoolRow, nodePoolColumns } from './node-pool-columns.js';

export interface NodePoolsViewProps {
  readonly pools: readonly NodePoolRow[] | undefined;
  /** The cluster shown; absent: all. */
  readonly cluster: string | undefined;
  readonly clusterId: string | undefined;
  readonly search: DefinitionsSearch;
  readonly onSearch: (change: DefinitionsSearch) => void;
}

/** Every NodePool with its limits, budgets and findings. */
export function NodePoolsView(props: NodePoolsViewProps) {
  const { pools, cluster, clusterId, search, onSearch } = props;
  const { q = '' } = search;
  const rows = useMemo(
    () => pools?.filter((pool) => containsText(`${pool.clusterName}/${pool.name}`, q)),
    [pools, q],
  );
  if (pools?.length === 0) {
    return (
      <EmptyState title="No NodePools" action={<ApplyLink cluster={cluster} />}>
        Create one to let Kerf launch nodes: paste or upload a Karpenter manifest, or apply it with
        kubectl.
      </EmptyState>
    );
  }
  return (
    <>
      <Row>
        <SearchInput
          label="Filter NodePools"
          value={search.q}
          onChange={(next) => onSearch({ q: next })}
        />
        <TableMenus gridId="node-pools" columns={nodePoolColumns} />
        <CsvLink href={csvHref('node-pools', { clusterId })} />
      </Row>
      <DataGrid
        id="node-pools"
        label="NodePools"
        columns={nodePoolColumns}
        rows={rows}
        rowId={(pool) => pool.id}
        sort={search.sort ?? 'name'}
        onSort={(sort) => onSearch({ sort })}
        openId={pools?.find((pool) => `${pool.clusterName}/${pool.name}` === search.open)?.id}
        onOpen={(pool) => onSearch({ open: `${pool.clusterName}/${pool.name}`, view: undefined })}
        empty={<EmptyState title={`No NodePool matches “${q}”`} />}
      />
    </>
  );
}
