import type { ReactNode } from 'react';
import { focusable } from '../controls/controls.js';
import classes from './simple-table.module.css';

interface SimpleColumn<Row> {
  readonly header: string;
  readonly isNumeric?: boolean;
  /** On a narrow screen it is shown below the others, on its own line; not for the first column. */
  readonly isSentence?: boolean;
  readonly renderCell: (row: Row, index: number) => ReactNode;
}

export interface SimpleTableProps<Row> {
  /** For screen readers. */
  readonly caption: string;
  /** The first one is the row header. */
  readonly columns: readonly SimpleColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row, index: number) => string;
}

/** A short table without sorting. */
export function SimpleTable<Row>({ caption, columns, rows, rowKey }: SimpleTableProps<Row>) {
  return (
    <div className={classes['wrap']} {...focusable}>
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
                  <td key={header} className={className} data-header={header}>
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
