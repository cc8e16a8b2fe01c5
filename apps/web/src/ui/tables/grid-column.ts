import type { ReactNode } from 'react';

/** A column as data; `renderCell` is pure. */
export interface GridColumn<Row> {
  readonly id: string;
  /** With the unit, if the cells are numbers without one. */
  readonly header: string;
  /** Shown instead of the header, e.g. a checkbox. */
  readonly renderHead?: () => ReactNode;
  /** A longer explanation, shown on hover. */
  readonly hint?: string;
  /** Wider if the header needs it. */
  readonly widthPx: number;
  /** Takes a share of the free width. */
  readonly grows?: boolean;
  readonly isNumeric?: boolean;
  /** Does not scroll sideways, and cannot be hidden. */
  readonly isPinned?: boolean;
  /** A sentence: on a narrow screen it is shown below the other cells, in two lines. */
  readonly isSentence?: boolean;
  /** The value to sort by in the browser; `null` comes last. The API sorts other tables, see {@link ServerOrder}. */
  readonly sortBy?: (row: Row) => string | number | null;
  /**
   * The text of a cell that is not cut as long as the table has room: the column is as wide as the longest text, and
   * other columns take only what is left.
   */
  readonly textOf?: (row: Row) => string;
  readonly renderCell: (row: Row) => ReactNode;
}
