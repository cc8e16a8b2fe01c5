import { useState } from 'react';
import { Button } from '../controls/controls.js';

export interface HeldRowsBarProps {
  readonly count: number;
  readonly onShow: () => void;
}

/** Announces new rows, and shows them on click. */
export function HeldRowsBar({ count, onShow }: HeldRowsBarProps) {
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

export interface HeldRows<Row> {
  readonly rows: readonly Row[];
  /** Number of new rows that are not shown yet. */
  readonly heldCount: number;
  readonly release: () => void;
}

/**
 * Holds back rows that are added at the top of a list while it is read, so that the list does not move.
 * @param listKey another list (another filter) starts anew
 */
export function useHeldRows<Row>(
  rows: readonly Row[] | undefined,
  rowId: (row: Row) => string,
  listKey: string,
): HeldRows<Row> | undefined {
  const [anchor, setAnchor] = useState<{ listKey: string; id: string | undefined }>();
  if (rows === undefined) return undefined;
  const first = rows[0] === undefined ? undefined : rowId(rows[0]);
  if (anchor?.listKey !== listKey) setAnchor({ listKey, id: first });
  const heldCount = anchor?.listKey === listKey ? countBefore(rows.map(rowId), anchor.id) : 0;
  return {
    rows: rows.slice(heldCount),
    heldCount,
    release: () => setAnchor({ listKey, id: first }),
  };
}

/** Rows above the anchor; none when it is gone, for then nothing that was read would be moved. */
export function countBefore(ids: readonly string[], anchor: string | undefined): number {
  return anchor === undefined ? 0 : Math.max(0, ids.indexOf(anchor));
}
