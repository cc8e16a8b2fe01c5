import { useQuery } from '@tanstack/react-query';
import { csvHref } from '../../../lib/api/csv-href.js';
import { PeriodFilter } from '../../../ui/controls/period-filter.js';
import { EmptyState } from '../../../ui/feedback/empty-state.js';
import { QueryContent } from '../../../ui/feedback/query-content.js';
import { Row } from '../../../ui/layout/layout.js';
import { CsvLink } from '../../../ui/tables/csv-link.js';
import { DataGrid } from '../../../ui/tables/data-grid.js';
import { TableMenus } from '../../../ui/tables/table-menus.js';
import { spotPoolsQuery } from '../interruptions.queries.js';
import type { InterruptionsSearch } from '../interruptions.search.js';
import { spotPoolColumns } from './spot-pool-columns.js';
import { concentrationText, largestPool, type SpotPool } from './spot-pools-text.js';

export interface SpotPoolsProps {
  readonly clusterId: string | undefined;
  readonly isEnabled: boolean;
  readonly search: InterruptionsSearch;
  readonly onSearch: (next: InterruptionsSearch) => void;
}

/** Interruptions by instance type and zone, and how many spot nodes depend on each now. */
export function SpotPools({ clusterId, isEnabled, search, onSearch }: SpotPoolsProps) {
  const query = useQuery({
    ...spotPoolsQuery(clusterId, search.period ?? '7d'),
    enabled: isEnabled,
  });
  return (
    <QueryContent query={query} action="load the spot pools">
      {(data) => (
        <>
          <Concentration pools={data?.pools} />
          <Row>
            <PeriodFilter
              value={search.period}
              isAnyTime={false}
              onChange={(period) => onSearch({ period })}
            />
            <TableMenus gridId="spot-pools" columns={spotPoolColumns} />
            {data !== undefined && (
              <CsvLink
                href={csvHref('interruptions/spot-pools', {
                  clusterId,
                  from: data.from,
                  to: data.to,
                })}
              />
            )}
          </Row>
          <DataGrid
            id="spot-pools"
            label="Spot pools"
            columns={spotPoolColumns}
            rows={data?.pools}
            rowId={({ instanceType, zone }) => `${instanceType}/${zone}`}
            sort={search.poolSort ?? '-interrupted'}
            onSort={(poolSort) => onSearch({ poolSort })}
            empty={
              <EmptyState title="No spot pools">
                No spot node runs or was interrupted in this period.
              </EmptyState>
            }
          />
        </>
      )}
    </QueryContent>
  );
}

/** The spot pool that would take most nodes with it, in a sentence. */
function Concentration({ pools }: { readonly pools: readonly SpotPool[] | undefined }) {
  const largest = pools === undefined ? undefined : largestPool(pools);
  if (pools === undefined) return <p className="dimmed">Loading the spot pools…</p>;
  if (largest === undefined) return <p className="dimmed">No spot nodes run now.</p>;
  return (
    <p>
      <strong>Largest spot pool now:</strong> {concentrationText(largest)}. EC2 takes the capacity
      of a spot pool back together.
    </p>
  );
}
