import { lazy, type ReactNode, Suspense } from 'react';
import { ActionIcon, Popover } from '../controls/controls.js';
import { Icon, type IconName } from '../controls/icon.js';
import type { ColumnsListProps } from './columns-list.js';

/** Loaded when they are opened. */
const ColumnsList = lazy(async () => ({
  default: (await import('./columns-list.js')).ColumnsList,
}));
const ViewsList = lazy(async () => ({ default: (await import('./views-list.js')).ViewsList }));

/** Choose what a table shows: a saved view, or columns and their order. Stored in this browser. */
export const TableMenus = ({ gridId, columns }: ColumnsListProps) => (
  <>
    <TableMenu name="Views" title="Saved views" icon="eye">
      <ViewsList gridId={gridId} />
    </TableMenu>
    <TableMenu name="Columns" title="Choose columns" icon="columns">
      <ColumnsList gridId={gridId} columns={columns} />
    </TableMenu>
  </>
);

interface TableMenuProps {
  readonly name: string;
  readonly title: string;
  readonly icon: IconName;
  readonly children: ReactNode;
}

const TableMenu = ({ name, title, icon, children }: TableMenuProps) => (
  <Popover trapFocus position="bottom-start">
    <Popover.Target>
      <ActionIcon aria-label={title} title={title}>
        <Icon name={icon} />
      </ActionIcon>
    </Popover.Target>
    <Popover.Dropdown aria-label={name}>
      <Suspense fallback="Loading…">{children}</Suspense>
    </Popover.Dropdown>
  </Popover>
);
