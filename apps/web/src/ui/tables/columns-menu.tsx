import { setPreferences, usePreferences } from '../../lib/browser/preferences.js';
import { ActionIcon, Menu } from '../controls/controls.js';
import { Icon } from '../controls/icon.js';
import type { GridColumn } from './grid-column.js';

export interface ColumnsMenuProps {
  readonly gridId: string;
  readonly columns: readonly Pick<GridColumn<never>, 'id' | 'header' | 'isPinned'>[];
}

/** Selects the visible columns of a table; stored in this browser. */
export function ColumnsMenu({ gridId, columns }: ColumnsMenuProps) {
  const { hiddenColumns } = usePreferences();
  const hidden = hiddenColumns[gridId] ?? [];
  const toggle = (id: string) => {
    const next = hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id];
    setPreferences({ hiddenColumns: { ...hiddenColumns, [gridId]: next } });
  };
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label="Choose columns" title="Choose columns">
          <Icon name="columns" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {columns
          .filter(({ isPinned }) => isPinned !== true)
          .map(({ id, header }) => (
            <Menu.CheckboxItem
              key={id}
              checked={!hidden.includes(id)}
              onChange={() => toggle(id)}
              checkIcon={<Icon name="check" />}
            >
              {header}
            </Menu.CheckboxItem>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
