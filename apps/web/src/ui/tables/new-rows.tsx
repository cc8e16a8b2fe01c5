import { useState } from 'react';
import { Button } from '../controls/controls.js';

export interface NewRowsButtonProps {
  readonly count: number;
  readonly onShow: () => void;
}

/** Announces new rows, and shows them on click. */
export function NewRowsButton({ count, onShow }: NewRowsButtonProps) {
  return (
    <div aria-live="polite">
      {count > 0 && (
        <Button variant="light" size="compact-xs" onClick={onShow}>
          Show {count} new
        </Button>
      )}
    </div>
  );
}

export interface RowsWithoutNew<Row> {
  readonly rows: readonly Row[];
  /** Number of new rows that are not shown yet. */
  readonly newCount: number;
  readonly showNew: () => void;
}

/**
 * Returns a list without the rows that were added at its top since it was opened, so that it does not
 * move while it is read. `undefined` while loading.
 * @param listKey identifies the list; for another one, e.g. after a change of the filter, all rows are shown
 * @param isNewestFirst whether new rows are added at its top; in another order all rows are shown
 */
export function useNewRows<Row>(
  rows: readonly Row[] | undefined,
  rowId: (row: Row) => string,
  listKey: string,
  isNewestFirst = true,
): RowsWithoutNew<Row> | undefined {
  const [anchor, setAnchor] = useState<{ listKey: string; id: string | undefined }>();
  if (rows === undefined) return undefined;
  const first = rows[0] === undefined ? undefined : rowId(rows[0]);
  if (anchor?.listKey !== listKey) setAnchor({ listKey, id: first });
  const newCount =
    isNewestFirst && anchor?.listKey === listKey ? countBefore(rows.map(rowId), anchor.id) : 0;
  return {
    rows: rows.slice(newCount),
    newCount,
    showNew: () => setAnchor({ listKey, id: first }),
  };
}

/** Returns the number of rows above the anchor; 0 when the anchor was removed. */
export function countBefore(ids: readonly string[], anchor: string | undefined): number {
  return anchor === undefined ? 0 : Math.max(0, ids.indexOf(anchor));
}
