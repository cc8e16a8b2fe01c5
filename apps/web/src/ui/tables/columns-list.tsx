import { setPreferences, usePreferences } from '../../lib/browser/preferences.js';
import { ActionIcon, Button, Checkbox } from '../controls/controls.js';
import { Icon } from '../controls/icon.js';
import { arrangeColumns, moveColumn } from './arrange-columns.js';
import classes from './columns-list.module.css';
import type { GridColumn } from './grid-column.js';

export interface ColumnsListProps {
  readonly gridId: string;
  readonly columns: readonly Pick<GridColumn<never>, 'id' | 'header' | 'isPinned'>[];
}

/** The columns of a table with a checkbox each, and buttons that move them. */
export function ColumnsList({ gridId, columns }: ColumnsListProps) {
  const { hiddenColumns, columnOrder } = usePreferences();
  const hidden = hiddenColumns[gridId] ?? [];
  const movable = arrangeColumns(columns, columnOrder[gridId]).filter(
    ({ isPinned }) => isPinned !== true,
  );
  const ids = movable.map(({ id }) => id);
  const toggle = (id: string) => {
    const next = hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id];
    setPreferences({ hiddenColumns: { ...hiddenColumns, [gridId]: next } });
  };
  const move = (id: string, by: -1 | 1) =>
    setPreferences({ columnOrder: { ...columnOrder, [gridId]: [...moveColumn(ids, id, by)] } });
  const reset = () =>
    setPreferences({
      hiddenColumns: { ...hiddenColumns, [gridId]: [] },
      columnOrder: { ...columnOrder, [gridId]: [] },
    });
  return (
    <>
      <ul className={classes['list']}>
        {movable.map(({ id, header }, index) => (
          <li key={id}>
            <Checkbox label={header} checked={!hidden.includes(id)} onChange={() => toggle(id)} />
            <MoveButton
              name="up"
              label={`Move ${header} forward`}
              isDisabled={index === 0}
              onClick={() => move(id, -1)}
            />
            <MoveButton
              name="down"
              label={`Move ${header} back`}
              isDisabled={index === movable.length - 1}
              onClick={() => move(id, 1)}
            />
          </li>
        ))}
      </ul>
      <Button variant="subtle" size="compact-xs" onClick={reset}>
        Reset
      </Button>
    </>
  );
}

interface MoveButtonProps {
  readonly name: 'up' | 'down';
  readonly label: string;
  readonly isDisabled: boolean;
  readonly onClick: () => void;
}

/** Stays focusable at the end, so that the focus is not lost there. */
const MoveButton = ({ name, label, isDisabled, onClick }: MoveButtonProps) => (
  <ActionIcon
    size="sm"
    aria-label={label}
    title={label}
    {...(isDisabled ? { 'data-disabled': true, 'aria-disabled': true } : {})}
    onClick={onClick}
  >
    <Icon name={name} size={12} />
  </ActionIcon>
);
