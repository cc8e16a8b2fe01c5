import { lazy, Suspense } from 'react';
import { ActionIcon, Popover } from '../controls/controls.js';
import { Icon } from '../controls/icon.js';
import type { ColumnsListProps } from './columns-list.js';

/** Loaded when it is opened. */
const ColumnsList = lazy(async () => ({
  default: (await import('./columns-list.js')).ColumnsList,
}));

/** Selects the visible columns of a table and their order; stored in this browser. */
export const ColumnsMenu = (props: ColumnsListProps) => (
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
