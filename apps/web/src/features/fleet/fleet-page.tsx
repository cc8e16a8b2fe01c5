import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import type * as z from 'zod/mini';
import { csvHref } from '../../lib/api/csv-href.js';
import { Button } from '../../ui/controls/controls.js';
import { SearchInput } from '../../ui/controls/search-input.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { Row } from '../../ui/layout/layout.js';
import { Page } from '../../ui/layout/page.js';
import { ColumnsMenu } from '../../ui/tables/columns-menu.js';
import { CsvLink } from '../../ui/tables/csv-link.js';
import { DataGrid } from '../../ui/tables/data-grid.js';
import { fleetQuery } from './fleet.queries.js';
import type { fleetSearch } from './fleet.search.js';
import { fleetColumns } from './fleet-columns.js';
import { FleetFigures } from './fleet-figures.js';
import { toFleetRow } from './to-fleet-row.js';

const route = getRouteApi('/shell/');
type Search = z.infer<typeof fleetSearch>;

export interface FleetPageProps {
  /** Shown above everything, e.g. the exercise of the sandbox. */
  readonly banner?: ReactNode;
  /** Whether the banner and the figure are known. The page is empty until then, so that the layout does not shift. */
  readonly isReady: boolean;
  /** Between the figures and the clusters. */
  readonly incidents?: ReactNode;
  /** Below the clusters: what changed the cost, and what happened. */
  readonly feed?: ReactNode;
  /** The figure beside the cost. */
  readonly possibleSaving: ReactNode;
}

/** All clusters with their problems and cost. */
export function FleetPage({ banner, isReady, incidents, feed, possibleSaving }: FleetPageProps) {
  const query = useQuery(fleetQuery());
  const { q = '', sort } = route.useSearch();
  const setSearch = route.useNavigate();
  const change = (next: Search) =>
    void setSearch({ search: (now) => ({ ...now, ...next }), replace: true });
  const navigate = useNavigate();
  const all = query.data?.clusters;
  const rows = useMemo(
    () => all?.map(toFleetRow).filter((row) => row.name.includes(q.toLowerCase())),
    [all, q],
  );
  const register = (
    <Button variant="default" renderRoot={(props) => <Link to="/clusters/register" {...props} />}>
      Register a cluster
    </Button>
  );
  return (
    <Page title="Fleet" asOf={query.data?.asOf} actions={register}>
      {banner}
      <QueryContent query={query} action="load the fleet">
        {(data) => {
          if (data === undefined || !isReady) {
            return <p className="dimmed">Loading the fleet…</p>;
          }
          return (
            <>
              <FleetFigures fleet={data.fleet} possibleSaving={possibleSaving} />
              {incidents}
              {data.clusters.length === 0 ? (
                <EmptyState title="No clusters" action={register}>
                  Register an EKS cluster to see its nodes, their cost, and what Kerf would do.
                  Start in mode observe, in which Kerf changes nothing.
                </EmptyState>
              ) : (
                <>
                  <Row>
                    <SearchInput
                      label="Filter clusters"
                      value={q}
                      onChange={(next) => change({ q: next })}
                    />
                    <ColumnsMenu gridId="fleet" columns={fleetColumns} />
                    <CsvLink href={csvHref('clusters', q === '' ? {} : { search: q })} />
                    <Link to="/node-map">Node map</Link>
                  </Row>
                  <DataGrid
                    id="fleet"
                    label="Clusters"
                    columns={fleetColumns}
                    rows={rows}
                    rowId={(row) => row.id}
                    // Clusters that need attention come first; those of equal rank stay in the order of their names.
                    sort={sort ?? '-attention'}
                    onSort={(next) => change({ sort: next })}
                    onOpen={({ name }) =>
                      void navigate({ to: '/clusters/$name', params: { name } })
                    }
                    empty={<EmptyState title={`No cluster matches “${q}”`} />}
                  />
                  {feed}
                </>
              )}
            </>
          );
        }}
      </QueryContent>
    </Page>
  );
}
