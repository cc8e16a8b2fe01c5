import { Icon } from '../controls/icon.js';
import classes from './data-grid.module.css';
import type { GridColumn } from './grid-column.js';
import type { Sorting } from './sort-param.js';

export interface GridHeadProps<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly sorting: Sorting | undefined;
  readonly isSortable: (id: string) => boolean;
  readonly onToggle: (id: string) => void;
}

/** The column headers; the sort order is announced as `aria-sort`. */
export function GridHead<Row>({ columns, sorting, isSortable, onToggle }: GridHeadProps<Row>) {
  return (
    <thead className={classes['head']}>
      <tr aria-rowindex={1} className={classes['row']}>
        {columns.map((column, index) => {
          const isSorted = sorting?.id === column.id;
          return (
            <th
              key={column.id}
              scope="col"
              aria-colindex={index + 1}
              aria-sort={isSorted ? (sorting.desc ? 'descending' : 'ascending') : undefined}
              title={column.hint}
              className={classNames('headCell', column)}
            >
              {column.renderHead !== undefined ? (
                column.renderHead()
              ) : !isSortable(column.id) ? (
                <span className="truncate">{column.header}</span>
              ) : (
                <button
                  type="button"
                  className={`${classes['sort']} ${isSorted ? classes['sorted'] : ''}`}
                  onClick={() => onToggle(column.id)}
                >
                  <span className="truncate">{column.header}</span>
                  {isSorted && <Icon name={sorting.desc ? 'down' : 'up'} size={10} />}
                </button>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** Classes of a cell or head by its column. */
export function classNames(
  base: 'cell' | 'headCell',
  column: Pick<GridColumn<never>, 'isNumeric' | 'isPinned' | 'isSentence'>,
): string {
  const names = [
    classes[base],
    column.isNumeric === true ? classes['numeric'] : '',
    column.isPinned === true ? classes['pinned'] : '',
    column.isSentence === true ? classes['sentence'] : '',
  ];
  return names.join(' ');
}
