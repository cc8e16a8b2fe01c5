import type { ReactNode } from 'react';
import classes from './simple-table.module.css';

interface SimpleColumn<Row> {
  readonly header: string;
  readonly isNumeric?: boolean;
  /** Not the first: on a narrow screen it stands below the others, on a line of its own. */
  readonly isSentence?: boolean;
  readonly renderCell: (row: Row, index: number) => ReactNode;
}

export interface SimpleTableProps<Row> {
  /** For screen readers. */
  readonly caption: string;
  /** The first one heads its row. */
  readonly columns: readonly SimpleColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row, index: number) => string;
}

/** Reached by Tab: on a narrow screen the arrow keys scroll it. */
export const reachable = { tabIndex: 0 } as const;

/** A short table of a detail: a real `<table>`, without sorting or scrolling of its own. */
export function SimpleTable<Row>({ caption, columns, rows, rowKey }: SimpleTableProps<Row>) {
  return (
    <div className={classes['wrap']} {...reachable}>
      <table className={classes['table']}>
        <caption className={classes['caption']}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.header} scope="col" className={classNames(column)}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowIndex) => (
            <tr key={rowKey(row, rowIndex)}>
              {columns.map((column, index) => {
                const { header, renderCell } = column;
                const className = classNames(column);
                return index === 0 ? (
                  <th key={header} scope="row" className={className}>
                    {renderCell(row, rowIndex)}
                  </th>
                ) : (
                  <td key={header} className={className}>
                    {renderCell(row, rowIndex)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function classNames(column: Pick<SimpleColumn<never>, 'isNumeric' | 'isSentence'>): string {
  const names = [
    column.isNumeric === true ? classes['numeric'] : '',
    column.isSentence === true ? classes['sentence'] : '',
  ];
  return names.join(' ');
}
