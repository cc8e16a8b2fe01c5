import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { AuditEntriesQuery } from '../../gql/graphql.js';
import { csvHref } from '../../lib/api/csv-href.js';
import { usePagedRows } from '../../lib/api/paged-rows.js';
import { usePreferences } from '../../lib/browser/preferences.js';
import { scopeQuery, useClusterScope } from '../../lib/context/cluster-directory.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { Failure } from '../../ui/feedback/failure.js';
import { UnknownCluster } from '../../ui/feedback/unknown-cluster.js';
import { Row } from '../../ui/layout/layout.js';
import { Page } from '../../ui/layout/page.js';
import { CsvLink } from '../../ui/tables/csv-link.js';
import { DataGrid } from '../../ui/tables/data-grid.js';
import { NewRowsButton, useNewRows } from '../../ui/tables/new-rows.js';
import { TableMenus } from '../../ui/tables/table-menus.js';

import { auditList } from './audit.queries.js';
import type { AuditSearch } from './audit.search.js';
import { type AuditRow, auditColumns } from './audit-columns.js';
import { AuditExport } from './audit-export.js';
import { AuditFilters } from './audit-filters.js';
import { AuditPanel } from './audit-panel.js';
import { AuditVerification } from './audit-verification.js';
import { toAuditFilter } from './to-audit-filter.js';

const route = getRouteApi('/shell/audit');
const entryId = ({ id }: AuditRow): string => id;

/** The audit log: every write with its actor. */
export function AuditPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: AuditSearch) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true });
  const scope = useClusterScope(search.cluster);
  const { enabled, clusterId } = scopeQuery(scope);
  const { timeZone } = usePreferences();
  const filter = useMemo(
    () => toAuditFilter(search, clusterId, timeZone),
    [search, clusterId, timeZone],
  );
  const entries = usePagedRows<AuditRow, AuditEntriesQuery['auditEntries']>(
    auditList(filter),
    enabled,
  );
  const { firstPage } = entries;
  const shown = useNewRows(
    firstPage === undefined ? undefined : entries.rows,
    entryId,
    JSON.stringify(filter),
  );
  const { entry } = search;
  return (
    <Page
      title="Audit log"
      asOf={firstPage?.asOf}
      panel={
        entry !== undefined && (
          <AuditPanel
            id={entry}
            entry={entries.rows.find(({ id }) => id === entry)}
            onClose={() => change({ entry: undefined })}
          />
        )
      }
    >
      {scope.kind === 'unknown' ? (
        <UnknownCluster name={scope.name} />
      ) : (
        <>
          <AuditVerification />
          <AuditExport />
          <Row>
            <AuditFilters search={search} onSearch={change} />
            <TableMenus gridId="audit" columns={auditColumns} />
            <CsvLink href={csvHref('audit-entries', filter)} />
            {shown !== undefined && <NewRowsButton count={shown.newCount} onShow={shown.showNew} />}
          </Row>
          {entries.error !== null && (
            <Failure error={entries.error} action="load the audit log" retry={entries.retry} />
          )}
          <DataGrid
            id="audit"
            label="Audit log, newest first"
            columns={auditColumns}
            rows={shown?.rows}
            totalCount={
              firstPage === undefined ? undefined : firstPage.totalCount - (shown?.newCount ?? 0)
            }
            rowId={entryId}
            openId={entry}
            onOpen={({ id }) => change({ entry: id })}
            onVisible={entries.setVisibleRows}
            empty={
              <EmptyState title="No matching entries">
                The audit log records every write: approvals, definitions, clusters, API tokens.
                Remove filters to see more.
              </EmptyState>
            }
          />
        </>
      )}
    </Page>
  );
}
