import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, lazy, Suspense, useId, useState } from 'react';
import { Modal, TextInput } from '../../ui/controls/controls.js';
import { useDebouncedValue } from '../../ui/controls/hooks.js';
import { Icon } from '../../ui/controls/icon.js';
import { Failure } from '../../ui/feedback/failure.js';
import classes from './command-palette.module.css';
import { type PaletteEntry, type PaletteGroup, toResultGroups, withText } from './palette-entry.js';
import { optionId, PaletteList } from './palette-list.js';
import { searchQuery } from './search.queries.js';
import { usePaletteActions } from './use-palette-actions.js';

/** Loaded when it is opened. */
const PauseDialog = lazy(async () => ({
  default: (await import('../pauses/pause-dialog.js')).PauseDialog,
}));

/** Typing pauses so long before the API is asked. */
const debounceMs = 150;

export interface CommandPaletteProps {
  /** The cluster of the page. */
  readonly cluster: string | undefined;
  readonly onHelp: () => void;
  readonly onClose: () => void;
}

/** The command palette: objects by name or ID, pages and actions. */
export function CommandPalette({ cluster, onHelp, onClose }: CommandPaletteProps) {
  const [isPausing, setPausing] = useState(false);
  if (isPausing) {
    return (
      <Suspense>
        <PauseDialog cluster={cluster} onClose={onClose} />
      </Suspense>
    );
  }
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      size={640}
      padding={0}
      yOffset={80}
      attributes={{ content: { 'aria-label': 'Search' } }}
    >
      <Palette onHelp={onHelp} onPause={() => setPausing(true)} onClose={onClose} />
    </Modal>
  );
}

interface PaletteProps extends Pick<CommandPaletteProps, 'onHelp' | 'onClose'> {
  readonly onPause: () => void;
}

function Palette({ onHelp, onPause, onClose }: PaletteProps) {
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [chosenId, setChosenId] = useState<string | null>(null);
  const text = typed.trim();
  const search = useSearch(text);
  const actions = withText(usePaletteActions({ onHelp, onPause }), text);
  const groups = [...actions, ...search.groups];
  const entries = groups.flatMap((group) => group.entries);
  const active = entries.find(({ id }) => id === chosenId) ?? entries[0];
  const run = (entry: PaletteEntry) => {
    if (entry.keepsOpen !== true) onClose();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = steps[event.key];
    if (step !== undefined && active !== undefined) {
      event.preventDefault();
      const next = entries.indexOf(active) + step + entries.length;
      setChosenId(entries[next % entries.length]?.id ?? null);
    }
    if (event.key === 'Enter' && active !== undefined) {
      event.preventDefault();
      run(active);
    }
  };
  return (
    <div className={classes['palette']}>
      <TextInput
        data-autofocus
        {...inputRole}
        aria-label="Search objects, pages and actions"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={active === undefined ? undefined : optionId(listId, active)}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        maxLength={317}
        placeholder="Pod, node, instance ID, decision, page or action"
        leftSection={<Icon name="search" />}
        variant="unstyled"
        size="md"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setChosenId(null);
        }}
        onKeyDown={onKeyDown}
      />
      {search.error !== null && (
        <Failure error={search.error} action="search objects" retry={search.retry} />
      )}
      <PaletteList
        id={listId}
        groups={groups}
        activeId={active?.id}
        onActive={setChosenId}
        onRun={run}
      />
      <output className={classes['status']}>{statusText(text, entries.length, search)}</output>
    </div>
  );
}

/** The focus stays here: the active option is named by `aria-activedescendant`. */
const inputRole = { role: 'combobox' } as const;

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

interface SearchState {
  readonly groups: readonly PaletteGroup[];
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Objects that are like the text; while they load, those of the last results that have the text. */
function useSearch(text: string): SearchState {
  const navigate = useNavigate();
  const [asked] = useDebouncedValue(text, debounceMs);
  const query = useQuery({
    ...searchQuery(asked),
    placeholderData: (last) => last,
  });
  const open = (path: string) => void navigate({ href: path });
  const isCurrent = asked === text && !query.isPlaceholderData;
  const groups = toResultGroups(query.data ?? [], open);
  return {
    groups: text === '' ? [] : isCurrent ? groups : withText(groups, text),
    isLoading: text !== '' && (asked !== text || query.isFetching),
    error: asked === text ? query.error : null,
    retry: () => void query.refetch(),
  };
}

function statusText(text: string, count: number, { isLoading, error }: SearchState): string {
  if (isLoading) return 'Searching…';
  if (text === '' || error !== null) return '↑ ↓ to choose, Enter to open, Esc to close';
  if (count > 0) return count === 1 ? '1 result' : `${count} results`;
  const advice = text.length < 3 ? ' Type three characters to search within names.' : '';
  return `No results for “${text}”.${advice}`;
}
