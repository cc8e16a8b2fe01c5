import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { TeamFilter } from '../../app/team-filter.js';
import type { CostHistoryQuery } from '../../gql/graphql.js';
import { serverNow } from '../../lib/api/server-clock.js';
import { downloadText, toCsv } from '../../lib/browser/download.js';
import { usePreferences } from '../../lib/browser/preferences.js';
import { formatDollars, formatHourly } from '../../lib/format/money.js';
import { formatShare } from '../../lib/format/quantity.js';
import { formatAge, formatClock, formatInstant, type TimeZone } from '../../lib/format/time.js';
import { capacityTypeWords } from '../../lib/format/words.js';
import { NodePoolFilter } from '../../ui/badges/node-pool-filter.js';
import { ChartLegend } from '../../ui/charts/chart-legend.js';
import { Button, SegmentedControl } from '../../ui/controls/controls.js';
import { FilterSelect } from '../../ui/controls/filter-select.js';
import { useIsNarrow } from '../../ui/controls/hooks.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { Notice } from '../../ui/feedback/notice.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { Columns, Row, Section } from '../../ui/layout/layout.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { costHistoryQuery, costMonthQuery, type HistoryRequest } from './cost.queries.js';
import {
  type CostSearch,
  type HistoryDimension,
  historyDimensions,
  historyRanges,
} from './cost.search.js';
import { CostMonthFigures } from './cost-month-figures.js';
import { costByTitle, dimensionWords } from './cost-text.js';
import type { CostViewProps } from './current-cost.js';
import { SavingsTable } from './savings-table.js';
import { type CostHistoryView, toCostHistory, toHistoryRows } from './to-cost-history.js';
import { toMarks } from './to-marks.js';
import { UnusedAnticipationNote } from './unused-anticipation-note.js';

const AreaChart = lazy(async () => ({
  default: (await import('../../ui/charts/area-chart.js')).AreaChart,
}));
/** Height reserved for the chart, so that the layout does not shift. */
const chartPx = 320;

export function historyRequest(search: CostSearch, clusterId: string | undefined): HistoryRequest {
  return {
    dimension: search.dimension ?? (clusterId === undefined ? 'cluster' : 'pool'),
    range: search.range ?? '24h',
    filter: {
      clusterId: clusterId ?? null,
      ...(search.team === undefined ? {} : { teams: [search.team] }),
      nodePools: search.pool === undefined ? null : [search.pool],
      capacityTypes: search.capacity === undefined ? null : [search.capacity],
    },
  };
}

/** Cost over time, with events. */
export function CostHistory({ clusterId, isEnabled, search, onSearch }: CostViewProps) {
  const requested = historyRequest(search, clusterId);
  const query = useQuery({ ...costHistoryQuery(requested), enabled: isEnabled });
  const month = useQuery({ ...costMonthQuery(requested.filter), enabled: isEnabled });
  // The height of the figures depends on their values, so the rest is shown after them.
  if (month.isPending) return <p className="dimmed">Loading costs…</p>;
  return (
    <>
      <CostMonthFigures filter={requested.filter} isEnabled={isEnabled} />
      <HistoryControls requested={requested} search={search} onSearch={onSearch} />
      <QueryContent query={query} action="load the costs">
        {(data) =>
          data === undefined ? (
            <div style={{ height: chartPx }} className="dimmed">
              Loading costs…
            </div>
          ) : (
            <HistoryBody data={data} requested={requested} />
          )
        }
      </QueryContent>
    </>
  );
}

interface HistoryControlsProps extends Pick<CostViewProps, 'search' | 'onSearch'> {
  readonly requested: HistoryRequest;
}

function HistoryControls({ requested, search, onSearch }: HistoryControlsProps) {
  return (
    <Row>
      <SegmentedControl
        aria-label="Range"
        data={[...historyRanges]}
        value={requested.range}
        onChange={(value) => onSearch({ range: historyRanges.find((each) => each === value) })}
      />
      <SegmentedControl
        aria-label="Group by"
        data={historyDimensions.map((each) => ({ value: each, label: dimensionWords[each] }))}
        value={requested.dimension}
        onChange={(value) =>
          onSearch({ dimension: historyDimensions.find((each) => each === value) })
        }
      />
      <FilterSelect
        label="Capacity type"
        allLabel="All capacity types"
        widthPx={160}
        options={(['ON_DEMAND', 'SPOT', 'RESERVED'] as const).map((value) => ({
          value,
          label: capacityTypeWords[value],
        }))}
        value={search.capacity}
        onChange={(capacity) => onSearch({ capacity })}
      />
      <TeamFilter value={search.team} onChange={(team) => onSearch({ team })} />
      <NodePoolFilter name={search.pool} onClear={() => onSearch({ pool: undefined })} />
    </Row>
  );
}

interface HistoryBodyProps {
  readonly data: CostHistoryQuery;
  readonly requested: HistoryRequest;
}

function HistoryBody({ data, requested }: HistoryBodyProps) {
  const { timeZone } = usePreferences();
  const history = toCostHistory(data.costSeries, requested.dimension);
  const [from = history.until] = history.buckets;
  const maxMarks = useIsNarrow() ? 24 : 90;
  const { marks, legend } = toMarks(data.fleetEvents, { from, to: history.until, maxMarks });
  const summary = summaryOf(history);
  if (history.series.length === 0) {
    return (
      <EmptyState title={noDataTitle(requested)}>
        Kerf records costs from the registration of a cluster; the first figures appear after a
        minute. Try a shorter range or fewer filters.
      </EmptyState>
    );
  }
  const formatTime = (at: number) => chartTime(at, history.bucketMs, timeZone);
  return (
    <>
      {history.unpricedNodeHours > 0 && (
        <Notice tone="attention">
          {formatNodeHours(history.unpricedNodeHours)} have an unknown price and are not included:
          the actual cost is higher.
        </Notice>
      )}
      <Section
        title={summary}
        isPanel
        aside={
          <Button variant="default" onClick={() => exportCsv(data, requested)}>
            Export CSV
          </Button>
        }
      >
        <CoverageNote history={history} />
        <ChartLegend series={history.series} marks={legend} hasGaps={history.gaps.length > 0} />
        <Suspense fallback={<div style={{ height: chartPx }} />}>
          <AreaChart
            label={summary}
            buckets={history.buckets}
            until={history.until}
            series={history.series}
            gaps={history.gaps}
            marks={marks}
            formatValue={(value) => formatHourly(value * 1e6)}
            formatTick={(value) => `${formatDollars(value, history.tickDigits)}/h`}
            formatTime={formatTime}
          />
        </Suspense>
      </Section>
      <Columns minPx={460}>
        <Section title={costByTitle(requested.dimension)} isPanel>
          <GroupTable history={history} dimension={requested.dimension} />
        </Section>
        <Section title="Savings in this range" isPanel>
          <SavingsTable savings={data.savings} />
          {isFiltered(requested) && (
            <p className="dimmed">Savings are of all nodes; the filters do not apply to them.</p>
          )}
          <UnusedAnticipationNote unused={data.unusedAnticipation} />
        </Section>
      </Columns>
      <BucketTable history={history} formatTime={(at) => formatInstant(at, timeZone)} />
    </>
  );
}

/** Whether the costs are of a part of the clusters only. */
const isFiltered = ({ filter }: HistoryRequest): boolean =>
  [filter.teams, filter.nodePools, filter.capacityTypes].some(
    (values) => (values ?? null) !== null,
  );

const noDataTitle = ({ filter: { teams } }: HistoryRequest): string =>
  teams === undefined || teams === null
    ? 'No cost data in this range'
    : `Team ${teams.join(', ')} has no cost data in this range`;

const formatNodeHours = (hours: number): string =>
  hours < 0.1 ? 'Less than 0.1 node-hours' : `${hours.toFixed(1)} node-hours`;

/** The start of the data, if it does not cover the whole range. */
function CoverageNote({ history }: { readonly history: CostHistoryView }) {
  const { timeZone } = usePreferences();
  const { measuredFrom, until, buckets } = history;
  const [from] = buckets;
  if (measuredFrom === null || from === undefined) return null;
  const since = formatClock(measuredFrom, until, timeZone);
  return (
    <p className="dimmed">
      Data since {since}: {formatAge(until - measuredFrom)} of {formatAge(until - from)}. Costs
      before that are unknown.
    </p>
  );
}

function GroupTable({
  history,
  dimension,
}: {
  readonly history: CostHistoryView;
  readonly dimension: HistoryDimension;
}) {
  return (
    <SimpleTable
      caption={costByTitle(dimension)}
      columns={[
        {
          header: dimensionWords[dimension],
          renderCell: ({ id, label }) =>
            dimension === 'pool' && id !== '' && id !== '…' ? (
              <Link
                to="/cost"
                search={(now) => ({ ...now, view: 'history', pool: id })}
                title={`Filter by NodePool ${label}`}
              >
                {label}
              </Link>
            ) : (
              label
            ),
        },
        { header: '$', isNumeric: true, renderCell: ({ totalUsd }) => formatDollars(totalUsd, 2) },
        {
          header: 'Share',
          isNumeric: true,
          renderCell: ({ totalUsd }) => formatShare(totalUsd, history.totalUsd, 1),
        },
      ]}
      rows={history.series}
      rowKey={({ id }) => id}
    />
  );
}

interface BucketTableProps {
  readonly history: CostHistoryView;
  readonly formatTime: (at: number) => string;
}

/** The figures of the chart as a table, newest first. */
function BucketTable({ history, formatTime }: BucketTableProps) {
  const { buckets, bucketMs, measuredMs, until, series } = history;
  const isPartial = (index: number): boolean => {
    const [measured = 0, at = 0] = [measuredMs[index], buckets[index]];
    return measured > 0 && measured < Math.min(bucketMs, until - at);
  };
  // Thousands of cells: rendered on demand.
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>The chart as a table ({buckets.length} rows, $/h)</summary>
      {isOpen && (
        <SimpleTable
          caption="Cost over time, in dollars per hour"
          columns={[
            {
              header: 'From',
              renderCell: (index) => (
                <>
                  {formatTime(buckets[index] ?? 0)}
                  {isPartial(index) && (
                    <span className="dimmed">
                      {', '}
                      {formatAge(measuredMs[index] ?? 0)} measured
                    </span>
                  )}
                </>
              ),
            },
            ...series.map(({ label, values }) => ({
              header: label,
              isNumeric: true,
              renderCell: (index: number) => {
                const value = values[index] ?? null;
                return value === null ? 'no data' : formatDollars(value, 4);
              },
            })),
          ]}
          rows={buckets.map((_, index) => buckets.length - 1 - index)}
          rowKey={String}
        />
      )}
    </details>
  );
}

function summaryOf({ series, totalUsd }: CostHistoryView): string {
  const [first] = series;
  if (first === undefined) return 'No cost data';
  const share = formatShare(first.totalUsd, totalUsd, 1);
  return `${formatDollars(totalUsd, 2)} in this range; highest: ${first.label} (${share})`;
}

const dayMs = 86_400_000;

function chartTime(at: number, bucketMs: number, timeZone: TimeZone): string {
  return new Intl.DateTimeFormat('en-GB', {
    ...(timeZone === 'utc' || bucketMs === dayMs ? { timeZone: 'UTC' } : {}),
    ...(bucketMs < dayMs ? { hour: '2-digit', minute: '2-digit' } : {}),
    ...(bucketMs < 3_600_000 ? {} : { day: 'numeric', month: 'short' }),
  }).format(at);
}

function exportCsv(data: CostHistoryQuery, requested: HistoryRequest): void {
  const day = new Date(serverNow()).toISOString().slice(0, 10);
  downloadText(
    `kerf-cost-by-${requested.dimension}-${requested.range}-${day}.csv`,
    toCsv(toHistoryRows(data.costSeries)),
    'text/csv',
  );
}
