import type { GridColumn } from './grid-column.js';

export interface RowSelection<Row> {
  readonly isSelected: (row: Row) => boolean;
  /** Selects rows, or takes them out of the selection. */
  readonly onSelect: (rows: readonly Row[], isSelected: boolean) => void;
  /** The name of a row, for screen readers. */
  readonly labelOf: (row: Row) => string;
  /** Rows that the checkbox of the head selects: those that are loaded. */
  readonly rows: readonly Row[];
}

/** The first column of a table whose rows can be selected. */
export function selectColumn<Row>({
  isSelected,
  onSelect,
  labelOf,
  rows,
}: RowSelection<Row>): GridColumn<Row> {
  const selected = rows.filter(isSelected).length;
  return {
    id: 'select',
    header: 'Selected',
    widthPx: 36,
    isPinned: true,
    renderHead: () => (
      <input
        type="checkbox"
        aria-label="Select all loaded rows"
        checked={selected > 0 && selected === rows.length}
        ref={(box) => {
          if (box !== null) box.indeterminate = selected > 0 && selected < rows.length;
        }}
        onChange={({ currentTarget }) => onSelect(rows, currentTarget.checked)}
      />
    ),
    renderCell: (row) => (
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={`Select ${labelOf(row)}`}
        checked={isSelected(row)}
        onChange={({ currentTarget }) => onSelect([row], currentTarget.checked)}
      />
    ),
  };
}
