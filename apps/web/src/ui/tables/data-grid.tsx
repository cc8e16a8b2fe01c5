import {
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  sortFns,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type ReactNode, useEffect, useMemo } from 'react';
import { usePreferences } from '../../lib/browser/preferences.js';
import { useIsNarrow } from '../controls/hooks.js';
import { arrangeColumns } from './arrange-columns.js';
import classes from './data-grid.module.css';
import type { GridColumn } from './grid-column.js';
import { GridHead } from './grid-head.js';
import { GridRow, GroupRow, SkeletonRow } from './grid-row.js';
import type { ServerOrder } from './server-order.js';
import { toSorting, toSortParam } from './sort-param.js';
import { type GridArrangement, type GridLine, toGridLines } from './to-grid-lines.js';
import { useGridKeys } from './use-grid-keys.js';
import { useVirtualRows } from './use-virtual-rows.js';

export interface DataGridProps<Row> extends GridArrangement<Row> {
  /** The ID of the table in the preferences. */
  readonly id: string;
  readonly label: string;
  readonly columns: readonly GridColumn<Row>[];
  /** `undefined` while loading: placeholder rows are shown. */
  readonly rows: readonly Row[] | undefined;
  readonly rowId: (row: Row) => string;
  /** More than `rows` when the rest is loaded by scrolling. */
  readonly totalCount?: number | undefined;
  /** `price`, or `-price` for descending. */
  readonly sort?: string | undefined;
  readonly onSort?: (sort: string | undefined) => void;
  /** The columns that the API sorts; absent if the rows are sorted here, by `sortBy` of their columns. */
  readonly serverOrder?: ServerOrder<string>;
  readonly openId?: string | undefined;
  readonly onOpen?: (row: Row) => void;
  /** Handlers of other keys for the row that has the focus. */
  readonly rowKeys?: Readonly<Record<string, (row: Row) => void>>;
  readonly onVisible?: (firstRow: number, lastRow: number) => void;
  /** Least height of a table with more rows, where other parts of the page share its height. @default 260 */
  readonly leastPx?: number;
  /** Shown instead of rows when there are none. */
  readonly empty?: ReactNode;
}

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns,
});

/** Rows can be focused and opened, so the table has the role of a grid. */
const gridRole = { role: 'grid' } as const;
const skeletonRows = 8;
const noRows: readonly never[] = [];
const rowPxByDensity = { compact: 28, comfortable: 36 } as const;
/** Two lines, as in the style sheet. */
const sentencePx = 40;
const headBorderPx = 1;
const leastPx = 260;

/** A dense table with sorting, row navigation by j and k, and virtual rows. */
export function DataGrid<Row extends RowData>(props: DataGridProps<Row>) {
  const { columns, rows, totalCount = 0, onSort, onVisible } = props;
  const sort = props.sort ?? props.serverOrder?.initial.sort;
  const { density } = usePreferences();
  const isNarrow = useIsNarrow();
  const isStacked = isNarrow && columns.some(({ isSentence }) => isSentence === true);
  const textPx = useTextWidths(columns, rows);
  const linePx = rowPxByDensity[density];
  const rowPx = linePx + (isStacked ? sentencePx : 0);
  const table = useSortedTable({ ...props, sort });
  const { lines, lineIndexes } = useGridLines(table.getRowModel().rows, props);
  const ids = useMemo(() => [...lineIndexes.keys()], [lineIndexes]);
  const count = rows === undefined ? skeletonRows : Math.max(totalCount, lines.length);
  const gridKeys = useGridKeys({ ids });
  const { focusId } = gridKeys;
  const activeId = ids[Math.max(0, gridKeys.activeIndex)];
  const { scroller, items, totalPx, visible, scrollToTop } = useVirtualRows({
    count,
    rowPx,
    headPx: linePx + headBorderPx,
    activeIndex: lineIndexes.get(focusId ?? '') ?? -1,
  });
  const { startIndex, endIndex } = visible ?? { startIndex: 0, endIndex: 0 };
  useEffect(() => {
    if (rows !== undefined) onVisible?.(startIndex, endIndex);
  }, [rows, startIndex, endIndex, onVisible]);

  const visibleColumns = useVisibleColumns(props.id, columns);
  const inlineColumns = visibleColumns.filter(
    ({ isSentence }) => !isStacked || isSentence !== true,
  );
  const toggleSort = (id: string) => {
    table.getColumn(id)?.toggleSorting();
    scrollToTop();
  };
  return (
    <>
      <div
        ref={scroller}
        className={classes['scroller']}
        data-shrinks
        style={{
          '--grid-columns': inlineColumns.map((each) => gridTrackOf(each, textPx)).join(' '),
          '--grid-width': `${inlineColumns.reduce((sum, column) => sum + leastPxOf(column), 0)}px`,
          '--grid-height': `${linePx + count * rowPx + 2}px`,
          '--grid-least': `${props.leastPx ?? leastPx}px`,
        }}
      >
        <table
          {...gridRole}
          tabIndex={-1}
          aria-label={props.label}
          aria-rowcount={count + 1}
          aria-colcount={visibleColumns.length}
          aria-busy={rows === undefined}
          className={`${classes['grid']} ${isStacked ? classes['stacked'] : ''}`}
        >
          <GridHead
            columns={visibleColumns}
            sorting={toSorting(sort)[0]}
            isSortable={(id) => onSort !== undefined && table.getColumn(id)?.getCanSort() === true}
            onToggle={toggleSort}
          />
          <tbody className={classes['body']} style={{ height: totalPx }}>
            {items.map(({ index }) => {
              const line = lines[index];
              const position = { index, topPx: index * rowPx, columns: visibleColumns };
              if (line === undefined) return <SkeletonRow key={`loading ${index}`} {...position} />;
              if (line.kind === 'group') return <GroupRow key={line.id} {...position} {...line} />;
              return (
                <GridRow
                  key={line.id}
                  {...position}
                  row={line.row}
                  isActive={line.id === activeId}
                  hasFocus={line.id === focusId}
                  isOpen={line.id === props.openId}
                  onFocus={() => gridKeys.setActive(line.id)}
                  onMove={gridKeys.move}
                  onOpen={props.onOpen}
                  rowKeys={props.rowKeys}
                />
              );
            })}
          </tbody>
        </table>
      </div>
      {rows?.length === 0 && props.empty}
    </>
  );
}

/** Returns the columns that the viewer has not hidden, in the order that they chose. */
function useVisibleColumns<Row>(
  gridId: string,
  columns: readonly GridColumn<Row>[],
): readonly GridColumn<Row>[] {
  const { hiddenColumns, columnOrder } = usePreferences();
  const hidden: readonly string[] = hiddenColumns[gridId] ?? noRows;
  const order: readonly string[] = columnOrder[gridId] ?? noRows;
  return useMemo(
    () => arrangeColumns(columns, order).filter(({ id }) => !hidden.includes(id)),
    [columns, hidden, order],
  );
}

/** Returns the rows with the heads of their groups, and where each row is among them. */
function useGridLines<Row>(
  sorted: readonly { readonly id: string; readonly original: Row }[],
  { groupOf, isFirst }: GridArrangement<Row>,
) {
  const lines = useMemo(
    () => toGridLines(sorted, { groupOf, isFirst }),
    [sorted, groupOf, isFirst],
  );
  return { lines, lineIndexes: useMemo(() => indexesOfRows(lines), [lines]) };
}

/** The keys move from row to row, not to the heads of groups. */
const indexesOfRows = (lines: readonly GridLine<unknown>[]): ReadonlyMap<string, number> =>
  new Map(lines.flatMap(({ kind, id }, index) => (kind === 'row' ? [[id, index]] : [])));

/** Sorts the rows, unless the server does. */
function useSortedTable<Row extends RowData>(props: DataGridProps<Row>) {
  const { columns, rows, rowId, sort, onSort, serverOrder } = props;
  const serverFields = serverOrder?.fields;
  const definitions = useMemo(
    () =>
      columns.map(({ id, sortBy }) => ({
        id,
        accessorFn: (row: Row) => sortBy?.(row) ?? undefined,
        enableSorting:
          serverFields === undefined ? sortBy !== undefined : Object.hasOwn(serverFields, id),
        sortUndefined: 'last' as const,
      })),
    [columns, serverFields],
  );
  const data = useMemo(() => [...(rows ?? noRows)], [rows]);
  return useTable({
    features,
    columns: definitions,
    data,
    getRowId: rowId,
    manualSorting: serverOrder !== undefined,
    enableMultiSort: false,
    state: { sorting: toSorting(sort) },
    onSortingChange: (update) =>
      onSort?.(toSortParam(typeof update === 'function' ? update(toSorting(sort)) : update)),
  });
}

/** A letter of the body text, and the padding of a cell. */
const letterPx = 7;
const paddingPx = 22;

/** Returns the width that the longest text of a column needs, by the ID of the column. */
function useTextWidths<Row>(
  columns: readonly GridColumn<Row>[],
  rows: readonly Row[] = noRows,
): ReadonlyMap<string, number> {
  return useMemo(
    () =>
      new Map(
        columns.flatMap(({ id, textOf }) => {
          if (textOf === undefined) return [];
          const letters = rows.reduce((most, row) => Math.max(most, textOf(row).length), 0);
          return [[id, letters * letterPx + paddingPx] as const];
        }),
      ),
    [columns, rows],
  );
}

/** A letter of a header, and the arrow of the sort order. */
const headLetterPx = 6.5;
const sortArrowPx = 12;

/** Returns the width of a column in which its header is whole, also when the table is sorted by it. */
function leastPxOf({
  widthPx,
  header,
  renderHead,
}: Pick<GridColumn<never>, 'widthPx' | 'header' | 'renderHead'>): number {
  if (renderHead !== undefined) return widthPx;
  const headPx = Math.ceil(header.length * headLetterPx) + paddingPx + sortArrowPx;
  return Math.max(widthPx, headPx);
}

/** A track with a maximum in pixels takes the free width before those that share it. */
function gridTrackOf(
  column: Pick<GridColumn<never>, 'id' | 'widthPx' | 'header' | 'renderHead' | 'grows'>,
  textPx: ReadonlyMap<string, number>,
): string {
  const fromPx = leastPxOf(column);
  const needPx = textPx.get(column.id);
  if (needPx !== undefined) return `minmax(${fromPx}px, ${Math.max(fromPx, needPx)}px)`;
  return column.grows === true ? `minmax(${fromPx}px, ${column.widthPx}fr)` : `${fromPx}px`;
}
