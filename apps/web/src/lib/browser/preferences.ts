import { useSyncExternalStore } from 'react';
import {
  array,
  boolean,
  enum as enumOf,
  type infer as Infer,
  number,
  object,
  record,
  string,
  catch as withFallback,
} from 'zod/mini';

const view = object({
  name: string(),
  /** The query of the page's URL, without what is open on it. */
  search: string(),
  hiddenColumns: array(string()),
  columnOrder: array(string()),
});

/** A way to look at a table: filters, order and columns. */
export type SavedView = Infer<typeof view>;

/** Absent and invalid values become the default. */
const schema = object({
  density: withFallback(enumOf(['compact', 'comfortable']), 'compact'),
  timeZone: withFallback(enumOf(['local', 'utc']), 'local'),
  /** Hidden columns by table ID. */
  hiddenColumns: withFallback(record(string(), array(string())), {}),
  /** Column IDs in the chosen order, by table ID. */
  columnOrder: withFallback(record(string(), array(string())), {}),
  /** By table ID, in the order in which they were saved. */
  savedViews: withFallback(record(string(), array(view)), {}),
  /** IDs of clusters that the fleet shows first. */
  favoriteClusters: withFallback(array(string()), []),
  isExerciseOpen: withFallback(boolean(), true),
  isExerciseDismissed: withFallback(boolean(), false),
  /** Number of completed steps of the exercise, by the ID of its cluster. */
  exerciseSteps: withFallback(record(string(), number()), {}),
});

export type Preferences = Infer<typeof schema>;

const storageKey = 'kerf.preferences';
const listeners = new Set<() => void>();
let current: Preferences = readPreferences(localStorage.getItem(storageKey));

/** Parses stored preferences; missing and invalid values become defaults. */
export function readPreferences(stored: string | null): Preferences {
  const read = schema.safeParse(parseJson(stored));
  return read.success ? read.data : schema.parse({});
}

function parseJson(text: string | null): unknown {
  if (text === null) return {};
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** The preferences of this browser. */
export const preferences = (): Preferences => current;

export function setPreferences(change: Partial<Preferences>): void {
  current = { ...current, ...change };
  localStorage.setItem(storageKey, JSON.stringify(current));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const usePreferences = (): Preferences => useSyncExternalStore(subscribe, preferences);
