import { useCallback, useMemo } from 'react';
import type { BudgetCalendarQuery, CalendarFieldsFragment } from '../../../gql/graphql.js';
import { csvHref } from '../../../lib/api/csv-href.js';
import { usePagedRows } from '../../../lib/api/paged-rows.js';
import { usePreferences } from '../../../lib/browser/preferences.js';
import { toTimeInput } from '../../../lib/format/time-input.js';
import { endOfWeek, type WeekDays, weekOfDay } from '../../../lib/format/week.js';
import { Button } from '../../../ui/controls/controls.js';
import { SearchInput } from '../../../ui/controls/search-input.js';
import { ViewChoice } from '../../../ui/controls/view-choice.js';
import { EmptyState } from '../../../ui/feedback/empty-state.js';
import { Failure } from '../../../ui/feedback/failure.js';
import { Row } from '../../../ui/layout/layout.js';
import { Page } from '../../../ui/layout/page.js';
import { CsvLink } from '../../../ui/tables/csv-link.js';
import { DataGrid } from '../../../ui/tables/data-grid.js';
import { useNow } from '../../../ui/values/relative-time.js';
import { budgetCalendarList } from '../budgets.queries.js';
import type { BudgetsSearch } from '../budgets.search.js';
import { budgetViews } from '../budgets-text.js';
import { toWeekRows, type WeekRow } from './to-week-rows.js';
import { WeekLegend } from './week-band.js';
import { weekColumns } from './week-columns.js';
import { WeekPanel } from './week-panel.js';

const minuteMs = 60_000;
const wholeMinute = (now: number): number => Math.floor(now / minuteMs) * minuteMs;
const rowId = ({ id }: WeekRow): string => id;

export interface BudgetsWeekProps {
  readonly clusterId: string | undefined;
  readonly isEnabled: boolean;
  readonly search: BudgetsSearch;
  readonly onSearch: (next: BudgetsSearch) => void;
}

/** The disruptions that budgets allow in a week, by NodePool and reason, in the viewer's time zone. */
export function BudgetsWeek({ clusterId, isEnabled, search, onSearch }: BudgetsWeekProps) {
  const { timeZone } = usePreferences();
  const now = useNow(wholeMinute);
  const days = useMemo(() => weekOfDay(search.week, now, timeZone), [search.week, now, timeZone]);
  const { filter, period } = useRequest(days, clusterId, search.q);
  const list = usePagedRows<CalendarFieldsFragment, BudgetCalendarQuery['budgetCalendar']>(
    budgetCalendarList(period, filter),
    isEnabled,
  );
  const rows = useMemo(() => toWeekRows(list.rows), [list.rows]);
  const columns = useMemo(() => weekColumns(days, now, timeZone), [days, now, timeZone]);
  const { firstPage, setVisibleRows } = list;
  const onVisible = useCallback(
    (first: number, last: number) => setVisibleRows(poolAt(rows, first), poolAt(rows, last)),
    [rows, setVisibleRows],
  );
  const open = rows.find(({ id }) => id === search.open);
  return (
    <Page
      title="Disruption budgets"
      titleAside={
        <ViewChoice {...budgetViews} value={search.view} onChange={(view) => onSearch({ view })} />
      }
      asOf={firstPage?.asOf}
      panel={
        search.open !== undefined && (
          <WeekPanel
            id={search.open}
            row={open}
            isLoading={firstPage === undefined}
            now={now}
            onClose={() => onSearch({ open: undefined })}
          />
        )
      }
    >
      <Row>
        <WeekChoice days={days} onChange={(week) => onSearch({ week })} />
        <SearchInput label="Filter NodePools" value={search.q} onChange={(q) => onSearch({ q })} />
        <CsvLink href={csvHref('disruption-budgets/calendar', { ...filter, ...period })} />
      </Row>
      <WeekLegend />
      {list.error !== null && (
        <Failure error={list.error} action="load the calendar" retry={list.retry} />
      )}
      <DataGrid
        id="budgets-week"
        label="Disruption budgets of the week"
        columns={columns}
        rows={firstPage === undefined ? undefined : rows}
        totalCount={rows.length + ((firstPage?.totalCount ?? 0) - list.rows.length)}
        rowId={rowId}
        openId={search.open}
        onOpen={({ id }) => onSearch({ open: id })}
        onVisible={onVisible}
        empty={
          search.q === undefined ? (
            <EmptyState title="No NodePools">
              A NodePool is here after its budgets are evaluated for the first time.
            </EmptyState>
          ) : (
            <EmptyState title={`No NodePool matches “${search.q}”`} />
          )
        }
      />
    </Page>
  );
}

/** Returns the filter and the period of the request, the same objects until one of them changes. */
function useRequest(days: WeekDays, clusterId: string | undefined, q: string | undefined) {
  const [from, to] = [days[0], endOfWeek(days)];
  return useMemo(
    () => ({
      filter: { clusterId: clusterId ?? null, search: q ?? null },
      period: { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
    }),
    [from, to, clusterId, q],
  );
}

/** Returns the position of the NodePool of a row; rows that are not loaded follow one by one. */
function poolAt(rows: readonly WeekRow[], index: number): number {
  const last = rows.at(-1)?.poolIndex ?? 0;
  return rows[index]?.poolIndex ?? last + 1 + Math.max(0, index - rows.length);
}

interface WeekChoiceProps {
  readonly days: WeekDays;
  /** Called with a day of the week; without one for that of now. */
  readonly onChange: (week: string | undefined) => void;
}

function WeekChoice({ days, onChange }: WeekChoiceProps) {
  const { timeZone } = usePreferences();
  const dayOf = (at: number) => toTimeInput(new Date(at).toISOString(), timeZone).slice(0, 10);
  return (
    <Button.Group>
      <Button variant="default" onClick={() => onChange(dayOf(days[0] - 1))}>
        Previous week
      </Button>
      <Button variant="default" onClick={() => onChange(undefined)}>
        This week
      </Button>
      <Button variant="default" onClick={() => onChange(dayOf(endOfWeek(days)))}>
        Next week
      </Button>
    </Button.Group>
  );
}
