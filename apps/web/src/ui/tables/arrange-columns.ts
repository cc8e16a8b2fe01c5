import type { GridColumn } from './grid-column.js';

type Arranged = Pick<GridColumn<never>, 'id' | 'isPinned'>;

/**
 * Returns the columns in the chosen order. Pinned columns stay first; a column that the order does not name, e.g. of a
 * newer version, follows the one that it follows without an order.
 * @param order IDs of columns; those that no longer exist are ignored
 */
export function arrangeColumns<Column extends Arranged>(
  columns: readonly Column[],
  order: readonly string[] = [],
): readonly Column[] {
  if (order.length === 0) return columns;
  const pinned = columns.filter(({ isPinned }) => isPinned === true);
  const movable = columns.filter(({ isPinned }) => isPinned !== true);
  const arranged = order.flatMap((id) => movable.filter((column) => column.id === id));
  for (const [index, column] of movable.entries()) {
    if (arranged.includes(column)) continue;
    const before = movable[index - 1];
    const place = before === undefined ? 0 : arranged.indexOf(before) + 1;
    arranged.splice(place, 0, column);
  }
  return [...pinned, ...arranged];
}

/** Returns the order of columns in which one is moved by a number of places. */
export function moveColumn(ids: readonly string[], id: string, by: -1 | 1): readonly string[] {
  const from = ids.indexOf(id);
  const to = from + by;
  if (from === -1 || to < 0 || to >= ids.length) return ids;
  return ids.toSpliced(from, 1).toSpliced(to, 0, id);
}
