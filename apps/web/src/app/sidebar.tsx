import { countOf } from '@kerf/core';
import { Link } from '@tanstack/react-router';
import { Icon } from '../ui/controls/icon.js';
import { type AppPage, hasClusterFilter, pageGroups, pages } from './navigation.js';
import classes from './shell.module.css';

export interface SidebarProps {
  /** The cluster that lists are filtered by. */
  readonly cluster: string | undefined;
  /** Shown where they are not 0. */
  readonly counts: Readonly<Partial<Record<AppPage['to'], number>>>;
  readonly version: string | undefined;
  readonly isOpen: boolean;
  readonly onNavigate: () => void;
}

export function Sidebar({ cluster, counts, version, isOpen, onNavigate }: SidebarProps) {
  return (
    <nav className={classes['sidebar']} aria-label="Pages" data-open={isOpen || undefined}>
      {pageGroups.map((group) => (
        <section key={group} aria-labelledby={`pages-${group}`}>
          <h2 id={`pages-${group}`} className={classes['groupTitle']}>
            {group}
          </h2>
          <ul className={classes['group']}>
            {pages
              .filter((page) => page.group === group)
              .map((page) => (
                <li key={page.to}>
                  <Link
                    to={page.to}
                    search={hasClusterFilter(page) ? { cluster } : {}}
                    activeOptions={{ exact: page.to === '/', includeSearch: false }}
                    className={classes['link']}
                    onClick={onNavigate}
                  >
                    <Icon name={page.icon} />
                    <span className={classes['label']}>{page.label}</span>
                    <Count page={page} count={counts[page.to] ?? 0} />
                  </Link>
                </li>
              ))}
          </ul>
        </section>
      ))}
      {version !== undefined && <div className={classes['foot']}>Kerf {version}</div>}
    </nav>
  );
}

function Count({ page, count }: { readonly page: AppPage; readonly count: number }) {
  if (count === 0) return null;
  const title =
    page.to === '/pending' ? countOf(count, 'pending pod') : `${count} awaiting approval`;
  return (
    <span className={classes['count']} title={title}>
      {count}
    </span>
  );
}
