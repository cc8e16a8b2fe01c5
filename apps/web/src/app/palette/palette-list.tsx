import classes from './command-palette.module.css';
import type { PaletteEntry, PaletteGroup } from './palette-entry.js';

export interface PaletteListProps {
  readonly id: string;
  readonly groups: readonly PaletteGroup[];
  readonly activeId: string | undefined;
  readonly onActive: (id: string) => void;
  readonly onRun: (entry: PaletteEntry) => void;
}

/** The options of the combobox. */
const listRole = { role: 'listbox' } as const;
const groupRole = { role: 'group' } as const;
const entryProps = (isActive: boolean) => ({ role: 'option', 'aria-selected': isActive }) as const;

/** The entries of the palette under their headings. The focus stays in the input. */
export function PaletteList({ id, groups, activeId, onActive, onRun }: PaletteListProps) {
  return (
    <div id={id} {...listRole} aria-label="Results" className={classes['list']}>
      {groups.map(({ label, entries }) => (
        <div key={label} {...groupRole} aria-label={label}>
          <div aria-hidden="true" className={classes['heading']}>
            {label}
          </div>
          {entries.map((entry) => (
            <button
              key={entry.id}
              type="button"
              id={optionId(id, entry)}
              {...entryProps(entry.id === activeId)}
              tabIndex={-1}
              ref={entry.id === activeId ? scrollIntoView : null}
              className={classes['entry']}
              onMouseMove={() => onActive(entry.id)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onRun(entry)}
            >
              <span className={classes['title']}>{entry.title}</span>
              <span className={classes['subtitle']}>{entry.subtitle}</span>
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}

/** Returns the ID of the element of an entry. */
export const optionId = (listId: string, { id }: PaletteEntry): string =>
  `${listId}-${encodeURIComponent(id)}`;

const scrollIntoView = (element: HTMLElement | null): void =>
  element?.scrollIntoView({ block: 'nearest' });
