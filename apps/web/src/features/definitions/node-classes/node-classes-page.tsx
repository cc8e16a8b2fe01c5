import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { csvHref } from '../../../lib/api/csv-href.js';
import { scopeQuery, useClusterScope } from '../../../lib/context/cluster-directory.js';
import { containsText } from '../../../lib/format/contains-text.js';
import { SearchInput } from '../../../ui/controls/search-input.js';
import { EmptyState } from '../../../ui/feedback/empty-state.js';
import { QueryContent } from '../../../ui/feedback/query-content.js';
import { UnknownCluster } from '../../../ui/feedback/unknown-cluster.js';
import { Row } from '../../../ui/layout/layout.js';
import { Page } from '../../../ui/layout/page.js';
import { CsvLink } from '../../../ui/tables/csv-link.js';
import { DataGrid } from '../../../ui/tables/data-grid.js';
import { TableMenus } from '../../../ui/tables/table-menus.js';
import { ApplyLink } from '../apply-link.js';
import { nodeClassesQuery } from '../definitions.queries.js';
import type { DefinitionsSearch } from '../definitions.search.js';
import { RefusedDefinitions } from '../refused-definitions.js';
import { type NodeClassRow, nodeClassColumns } from './node-class-columns.js';
import { NodeClassPanel } from './node-class-panel.js';

const route = getRouteApi('/shell/node-classes');

export const nodeClassPath = (row: NodeClassRow): string => `${row.clusterName}/${row.name}`;

export function NodeClassesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: DefinitionsSearch) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true });
  const scope = useClusterScope(search.cluster);
  const { enabled, clusterId } = scopeQuery(scope);
  const query = useQuery({ ...nodeClassesQuery(clusterId), enabled });
  const all = query.data?.nodeClasses;
  const { q = '', open } = search;
  return (
    <Page
      title="EC2NodeClasses"
      asOf={query.data?.asOf}
      actions={<ApplyLink cluster={search.cluster} />}
      panel={
        open !== undefined && (
          <NodeClassPanel open={open} nodeClasses={all} view={search.view} onSearch={change} />
        )
      }
    >
      {scope.kind === 'unknown' ? (
        <UnknownCluster name={scope.name} />
      ) : (
        <QueryContent query={query} action="load the EC2NodeClasses">
          {() => (
            <>
              <RefusedDefinitions kind="EC2NodeClass" clusterId={clusterId} />
              {all?.length === 0 ? (
                <EmptyState
                  title="No EC2NodeClasses"
                  action={<ApplyLink cluster={search.cluster} />}
                >
                  A NodePool requires one: it selects the subnets, security groups and AMIs of its
                  nodes.
                </EmptyState>
              ) : (
                <>
                  <Row>
                    <SearchInput
                      label="Filter EC2NodeClasses"
                      value={search.q}
                      onChange={(next) => change({ q: next })}
                    />
                    <TableMenus gridId="node-classes" columns={nodeClassColumns} />
                    <CsvLink href={csvHref('node-classes', { clusterId })} />
                  </Row>
                  <DataGrid
                    id="node-classes"
                    label="EC2NodeClasses"
                    columns={nodeClassColumns}
                    rows={all?.filter((row) => containsText(nodeClassPath(row), q))}
                    rowId={(row) => row.id}
                    sort={search.sort ?? 'name'}
                    onSort={(sort) => change({ sort })}
                    openId={all?.find((row) => nodeClassPath(row) === open)?.id}
                    onOpen={(row) => change({ open: nodeClassPath(row), view: undefined })}
                    empty={<EmptyState title={`No EC2NodeClass matches “${q}”`} />}
                  />
                </>
              )}
            </>
          )}
        </QueryContent>
      )}
    </Page>
  );
}
