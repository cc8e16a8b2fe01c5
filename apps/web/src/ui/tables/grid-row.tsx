import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef } from 'react';
import classes from './data-grid.module.css';
import type { GridColumn } from './grid-column.js';
import { classNames } from './grid-head.js';

interface RowPositionProps<Row> {
  /** From 0, without the head. */
  readonly index: number;
  readonly topPx: number;
  readonly columns: readonly GridColumn<Row>[];
}

export interface GridRowProps<Row> extends RowPositionProps<Row> {
  readonly row: Row;
  /** The row that Tab reaches. */
  readonly isActive: boolean;
  /** Set when a key moved here. */
  readonly hasFocus: boolean;
  readonly isOpen: boolean;
  readonly onFocus: () => void;
  /** Whether the key moved to another row. */
  readonly onMove: (key: string) => boolean;
  readonly onOpen: ((row: Row) => void) | undefined;
  readonly rowKeys: Readonly<Record<string, (row: Row) => void>> | undefined;
}

export function GridRow<Row>(props: GridRowProps<Row>) {
  const { row, index, topPx, columns, hasFocus, onOpen } = props;
  const element = useRef<HTMLTableRowElement>(null);
  // Scrolling renders the row again, but not its cells.
  const cells = useMemo(
    () =>
      columns.map((column, columnIndex) => (
        <td key={column.id} aria-colindex={columnIndex + 1} className={classNames('cell', column)}>
          {column.renderCell(row)}
        </td>
      )),
    [columns, row],
  );
  useEffect(() => {
    if (hasFocus) element.current?.focus({ preventScroll: true });
  }, [hasFocus]);
  const open = (event: MouseEvent<HTMLTableRowElement>) => {
    const target = event.target;
    if (target instanceof Element && target.closest('a, button, input') !== null) return;
    onOpen?.(row);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    if (event.target !== event.currentTarget) return;
    const action = isModified(event) ? undefined : props.rowKeys?.[event.key];
    if (event.key === 'Enter') onOpen?.(row);
    else if (action !== undefined) action(row);
    else if (props.onMove(event.key)) event.preventDefault();
  };
  return (
    <tr
      ref={element}
      aria-rowindex={index + 2}
      aria-selected={onOpen === undefined ? undefined : props.isOpen}
      tabIndex={props.isActive ? 0 : -1}
      className={`${classes['row']} ${onOpen === undefined ? '' : classes['clickable']}`}
      style={{ transform: `translateY(${topPx}px)` }}
      onFocus={props.onFocus}
      onClick={onOpen === undefined ? undefined : open}
      onKeyDown={onKeyDown}
    >
      {cells}
    </tr>
  );
}

const isModified = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ctrlKey || metaKey || altKey;

export interface GroupRowProps<Row> extends RowPositionProps<Row> {
  readonly name: string;
  /** Number of rows. */
  readonly count: number;
}

/** The head of a group of rows. */
export function GroupRow<Row>({ index, topPx, columns, name, count }: GroupRowProps<Row>) {
  return (
    <tr
      aria-rowindex={index + 2}
      className={`${classes['row']} ${classes['group']}`}
      style={{ transform: `translateY(${topPx}px)` }}
    >
      <th scope="rowgroup" colSpan={columns.length} className={classes['groupName']}>
        {name} <span className="dimmed">({count})</span>
      </th>
    </tr>
  );
}

/** The placeholder of a row that is loading. */
export function SkeletonRow<Row>({ index, topPx, columns }: RowPositionProps<Row>) {
  return (
    <tr
      aria-rowindex={index + 2}
      className={classes['row']}
      style={{ transform: `translateY(${topPx}px)` }}
    >
      {columns.map((column) => (
        <td key={column.id} className={classNames('cell', column)}>
          <span className={classes['skeleton']}>&nbsp;</span>
        </td>
      ))}
    </tr>
  );
}
