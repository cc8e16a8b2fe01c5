import type { ReactNode } from 'react';

/** A column as data; `renderCell` is pure. */
export interface GridColumn<Row> {
  readonly id: string;
  /** With the unit, if the cells are numbers without one. */
  readonly header: string;
  /** A longer explanation, shown on hover. */
  readonly hint?: string;
  readonly widthPx: number;
  /** Takes free width up to this, before columns that grow. */
  readonly mostPx?: number;
  /** Takes a share of the free width. */
  readonly grows?: boolean;
  readonly isNumeric?: boolean;
  /** Does not scroll sideways, and cannot be hidden. */
  readonly isPinned?: boolean;
  /** A sentence: on a narrow screen it is shown below the other cells, in two lines. */
  readonly isSentence?: boolean;
  /** The value to sort by in the browser; `null` comes last. Not used with `sortsOnServer`. */
  readonly sortBy?: (row: Row) => string | number | null;
  readonly renderCell: (row: Row) => ReactNode;
}
