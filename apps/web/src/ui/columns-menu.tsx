import { setPreferences, usePreferences } from '../lib/preferences.js';
import { ActionIcon, Checkbox, Menu } from './controls.js';
import type { GridColumn } from './data-grid.js';
import { Icon } from './icon.js';

export interface ColumnsMenuProps {
  readonly gridId: string;
  readonly columns: readonly Pick<GridColumn<never>, 'id' | 'header' | 'isPinned'>[];
}

/** Which columns of a table are shown; kept in this browser. */
export function ColumnsMenu({ gridId, columns }: ColumnsMenuProps) {
  const { hiddenColumns } = usePreferences();
  const hidden = hiddenColumns[gridId] ?? [];
  const toggle = (id: string) => {
    const next = hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id];
    setPreferences({ hiddenColumns: { ...hiddenColumns, [gridId]: next } });
  };
  return (
    <Menu closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon aria-label="Choose columns" title="Choose columns">
          <Icon name="columns" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {columns
          .filter(({ isPinned }) => isPinned !== true)
          .map(({ id, header }) => (
            <Menu.Item
              key={id}
              role="menuitemcheckbox"
              aria-checked={!hidden.includes(id)}
              onClick={() => toggle(id)}
              leftSection={<Checkbox.Indicator size="xs" checked={!hidden.includes(id)} />}
            >
              {header}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
