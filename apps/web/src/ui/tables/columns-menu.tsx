import { lazy, Suspense } from 'react';
import { ActionIcon, Popover } from '../controls/controls.js';
import { Icon } from '../controls/icon.js';
import type { GridColumn } from './grid-column.js';

/** Loaded when it is opened. */
const ColumnsList = lazy(async () => ({
  default: (await import('./columns-list.js')).ColumnsList,
}));

export interface ColumnsMenuProps {
  readonly gridId: string;
  readonly columns: readonly Pick<GridColumn<never>, 'id' | 'header' | 'isPinned'>[];
}

/** Selects the visible columns of a table and their order; stored in this browser. */
export const ColumnsMenu = (props: ColumnsMenuProps) => (
  <Popover trapFocus position="bottom-start">
    <Popover.Target>
      <ActionIcon aria-label="Choose columns" title="Choose columns">
        <Icon name="columns" />
      </ActionIcon>
    </Popover.Target>
    <Popover.Dropdown aria-label="Columns">
      <Suspense fallback="Loading…">
        <ColumnsList {...props} />
      </Suspense>
    </Popover.Dropdown>
  </Popover>
);
