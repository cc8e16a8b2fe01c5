import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ActionIcon, Kbd } from '../ui/controls/controls.js';
import { Icon } from '../ui/controls/icon.js';
import classes from './shell.module.css';
import { UserMenu } from './user-menu.js';

export interface TopBarProps {
  readonly picker: ReactNode;
  readonly pause: ReactNode;
  /** Receives the element for the age of the page's data. */
  readonly slotRef: (element: HTMLElement | null) => void;
  readonly onMenu: () => void;
  readonly onSearch: () => void;
  readonly onHelp: () => void;
}

export function TopBar({ picker, pause, slotRef, onMenu, onSearch, onHelp }: TopBarProps) {
  return (
    <header className={classes['bar']}>
      <span className={classes['menuButton']}>
        <ActionIcon aria-label="Pages" onClick={onMenu}>
          <Icon name="menu" size={16} />
        </ActionIcon>
      </span>
      <Link to="/" className={classes['brand']} aria-label="Kerf: fleet">
        <img src="/kerf.svg" alt="" width={18} height={18} />
        <span className={classes['brandText']}>Kerf</span>
      </Link>
      {picker}
      <span className={classes['spacer']} />
      <span className={classes['slot']} ref={slotRef} />
      {pause}
      <button type="button" className={classes['search']} onClick={onSearch} aria-label="Search ⌘K">
        <Icon name="search" size={12} />
        <span className={classes['searchText']}>Search</span>
        <Kbd size="xs" aria-hidden="true">
          ⌘K
        </Kbd>
      </button>
      <UserMenu onHelp={onHelp} />
    </header>
  );
}
