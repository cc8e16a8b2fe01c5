import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo } from 'react';
import type * as z from 'zod/mini';
import { csvHref } from '../../lib/api/csv-href.js';
import { usePreferences } from '../../lib/browser/preferences.js';
import { containsText } from '../../lib/format/contains-text.js';
import { Button } from '../../ui/controls/controls.js';
import { FilterSelect } from '../../ui/controls/filter-select.js';
import { SearchInput } from '../../ui/controls/search-input.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { Row } from '../../ui/layout/layout.js';
import { Page } from '../../ui/layout/page.js';
import { CsvLink } from '../../ui/tables/csv-link.js';
import { DataGrid } from '../../ui/tables/data-grid.js';
import { TableMenus } from '../../ui/tables/table-menus.js';
import { toggleFavorite } from './favorite-star.js';
import { fleetQuery, fleetTeamsQuery } from './fleet.queries.js';
import type { fleetSearch } from './fleet.search.js';
import { fleetColumns } from './fleet-columns.js';
import { FleetFigures } from './fleet-figures.js';
import { fleetGroupings, fleetGroupOf } from './to-fleet-groups.js';
import { type FleetRow, toFleetRows } from './to-fleet-row.js';

const route = getRouteApi('/shell/');
type Search = z.infer<typeof fleetSearch>;
type Clusters = Parameters<typeof toFleetRows>[0];

export interface FleetPageProps {
  /** Shown below the clusters, e.g. the exercise of the sandbox. */
  readonly banner?: ReactNode;
  /** Whether the banner is known. The page is empty until then, so that the layout does not shift. */
  readonly isReady: boolean;
  /** Between the figures and the clusters. */
  readonly incidents?: ReactNode;
  /** Below the clusters: what changed the cost, and what happened. */
  readonly feed?: ReactNode;
}

/** All clusters with their problems and cost. */
export function FleetPage({ banner, isReady, incidents, feed }: FleetPageProps) {
  const query = useQuery(fleetQuery());
  const register = (
    <Button variant="default" renderRoot={(props) => <Link to="/clusters/register" {...props} />}>
      Register a cluster
    </Button>
  );
  return (
    <Page title="Fleet" asOf={query.data?.asOf} actions={register}>
      <QueryContent query={query} action="load the fleet">
        {(data) => {
          if (data === undefined || !isReady) {
            return <p className="dimmed">Loading the fleet…</p>;
          }
          return (
            <>
              <FleetFigures fleet={data.fleet} />
              {incidents}
              {data.clusters.length === 0 ? (
                <EmptyState title="No clusters" action={register}>
                  Register an EKS cluster to see its nodes, their cost, and what Kerf would do.
                  Start in mode observe, in which Kerf changes nothing.
                </EmptyState>
              ) : (
                <FleetClusters clusters={data.clusters} />
              )}
              {banner}
              {data.clusters.length > 0 && feed}
            </>
          );
        }}
      </QueryContent>
    </Page>
  );
}

const rowKeys = { f: ({ id }: FleetRow) => toggleFavorite(id) };

/** The table of clusters: favorites first, then those that need attention. */
function FleetClusters({ clusters }: { readonly clusters: Clusters }) {
  const { q = '', sort, group } = route.useSearch();
  const setSearch = route.useNavigate();
  const change = (next: Search) =>
    void setSearch({ search: (now) => ({ ...now, ...next }), replace: true });
  const navigate = useNavigate();
  const groupOf = useGroupOf(group);
  const { favoriteClusters } = usePreferences();
  const isFirst = useCallback(
    ({ id }: FleetRow) => favoriteClusters.includes(id),
    [favoriteClusters],
  );
  const groupings = useMemo(() => fleetGroupings(clusters), [clusters]);
  const rows = useMemo(
    () => toFleetRows(clusters).filter((row) => containsText(row.name, q)),
    [clusters, q],
  );
  return (
    <>
      <Row>
        <SearchInput label="Filter clusters" value={q} onChange={(next) => change({ q: next })} />
        <FilterSelect
          label="Group clusters"
          allLabel="No groups"
          options={groupings}
          widthPx={180}
          value={group}
          onChange={(next) => change({ group: next })}
        />
        <TableMenus gridId="fleet" columns={fleetColumns} />
        <CsvLink href={csvHref('clusters', q === '' ? {} : { search: q })} />
        <Link to="/node-map">Node map</Link>
      </Row>
      <DataGrid
        id="fleet"
        label="Clusters"
        columns={fleetColumns}
        rows={rows}
        rowId={(row) => row.id}
        groupOf={groupOf}
        isFirst={isFirst}
        // The most urgent first; those that are equally urgent stay in the order of the rows.
        sort={sort ?? '-attention'}
        onSort={(next) => change({ sort: next })}
        onOpen={({ name }) => void navigate({ to: '/clusters/$name', params: { name } })}
        rowKeys={rowKeys}
        // The clusters are the main part of the page, also with many of them.
        leastPx={520}
        empty={<EmptyState title={`No cluster matches “${q}”`} />}
      />
    </>
  );
}

/** Returns the function that names the group of a row; `undefined` without groups, and until teams are loaded. */
function useGroupOf(grouping: string | undefined): ((row: FleetRow) => string) | undefined {
  const { data: teamsOf } = useQuery({ ...fleetTeamsQuery(), enabled: grouping === 'team' });
  return useMemo(() => {
    if (grouping === undefined || (grouping === 'team' && teamsOf === undefined)) return undefined;
    return fleetGroupOf(grouping, teamsOf ?? new Map());
  }, [grouping, teamsOf]);
}
