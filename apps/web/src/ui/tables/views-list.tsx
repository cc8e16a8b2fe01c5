import { useRouter, useRouterState } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { type SavedView, setPreferences, usePreferences } from '../../lib/browser/preferences.js';
import { ActionIcon, Button, TextInput } from '../controls/controls.js';
import { Icon } from '../controls/icon.js';
import { isShown, toShownSearch, toView, withoutView, withView } from './saved-views.js';
import classes from './views-list.module.css';

export interface ViewsListProps {
  readonly gridId: string;
}

/** The saved views of a table with a button each, and a form that saves what it shows now. */
export function ViewsList({ gridId }: ViewsListProps) {
  const preferences = usePreferences();
  const router = useRouter();
  const { pathname, searchStr } = useRouterState({ select: ({ location }) => location });
  const views = preferences.savedViews[gridId] ?? [];
  const show = (view: SavedView) => {
    const { hiddenColumns, columnOrder } = view;
    setPreferences({
      hiddenColumns: { ...preferences.hiddenColumns, [gridId]: hiddenColumns },
      columnOrder: { ...preferences.columnOrder, [gridId]: columnOrder },
    });
    router.history.push(`${pathname}${toShownSearch(view, searchStr)}`);
  };
  const save = (name: string) =>
    setPreferences({
      savedViews: withView(preferences, gridId, toView(gridId, name, searchStr, preferences)),
    });
  const remove = (name: string) =>
    setPreferences({ savedViews: withoutView(preferences, gridId, name) });
  return (
    <>
      {views.length > 0 && (
        <ul className={classes['list']}>
          {views.map((view) => (
            <li key={view.name}>
              <Button
                variant="subtle"
                size="compact-sm"
                justify="start"
                aria-pressed={isShown(gridId, view, searchStr, preferences)}
                onClick={() => show(view)}
              >
                {view.name}
              </Button>
              <ActionIcon
                size="sm"
                aria-label={`Delete view ${view.name}`}
                title={`Delete view ${view.name}`}
                onClick={() => remove(view.name)}
              >
                <Icon name="cross" size={12} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <SaveForm names={views.map(({ name }) => name)} onSave={save} />
    </>
  );
}

interface SaveFormProps {
  readonly names: readonly string[];
  readonly onSave: (name: string) => void;
}

function SaveForm({ names, onSave }: SaveFormProps) {
  const [text, setText] = useState('');
  const name = text.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name === '') return;
    onSave(name);
    setText('');
  };
  return (
    <form aria-label="Save view" className={classes['form']} onSubmit={submit}>
      <div className={classes['fields']}>
        <TextInput
          aria-label="View name"
          placeholder="View name"
          maxLength={60}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" size="xs" disabled={name === ''}>
          {names.includes(name) ? 'Replace' : 'Save'}
        </Button>
      </div>
      <p className="dimmed">Filters, order and columns of this table, kept in this browser.</p>
    </form>
  );
}
