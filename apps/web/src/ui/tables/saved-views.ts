import type { Preferences, SavedView } from '../../lib/browser/preferences.js';

/** Parameters of the URL that say what is open or selected on a page, not which rows it lists. */
const openParams = [
  'claim',
  'delivery',
  'entry',
  'node',
  'open',
  'owner',
  'selected',
  'simulation',
  'view',
] as const;

/** The parameter that says which of the tables of a page is shown. */
const placeParam = 'tab';

/** Returns the query of a URL without what is open and where, with its `?`; empty if nothing is left. */
export function toViewSearch(search: string): string {
  const params = new URLSearchParams(search);
  for (const name of [...openParams, placeParam]) params.delete(name);
  return toSearch(params);
}

/** Returns the query that shows a view at the place of this one: a view of NodePools stays on their tab. */
export function toShownSearch({ search }: Pick<SavedView, 'search'>, now: string): string {
  const params = new URLSearchParams(search);
  const place = new URLSearchParams(now).get(placeParam);
  if (place !== null) params.set(placeParam, place);
  return toSearch(params);
}

const toSearch = (params: URLSearchParams): string =>
  params.size === 0 ? '' : `?${params.toString()}`;

type Arrangement = Pick<Preferences, 'hiddenColumns' | 'columnOrder' | 'savedViews'>;

/** Returns what the table shows now, by the name of the view to save. */
export const toView = (
  gridId: string,
  name: string,
  search: string,
  { hiddenColumns, columnOrder }: Arrangement,
): SavedView => ({
  name,
  search: toViewSearch(search),
  hiddenColumns: hiddenColumns[gridId] ?? [],
  columnOrder: columnOrder[gridId] ?? [],
});

/** Returns the views of all tables with this one, instead of one of the same name. */
export const withView = (
  { savedViews }: Arrangement,
  gridId: string,
  saved: SavedView,
): Preferences['savedViews'] => ({
  ...savedViews,
  [gridId]: [...others(savedViews[gridId], saved.name), saved],
});

export const withoutView = (
  { savedViews }: Arrangement,
  gridId: string,
  name: string,
): Preferences['savedViews'] => ({ ...savedViews, [gridId]: others(savedViews[gridId], name) });

const others = (views: readonly SavedView[] = [], name: string): SavedView[] =>
  views.filter((view) => view.name !== name);

/** Whether the table shows what the view shows. */
export function isShown(
  gridId: string,
  view: SavedView,
  search: string,
  arrangement: Arrangement,
): boolean {
  const now = toView(gridId, view.name, search, arrangement);
  return (
    isSameQuery(view.search, now.search) &&
    isSameList(view.hiddenColumns.toSorted(), now.hiddenColumns.toSorted()) &&
    isSameList(view.columnOrder, now.columnOrder)
  );
}

function isSameQuery(one: string, other: string): boolean {
  const [a, b] = [one, other].map((search) => {
    const params = new URLSearchParams(search);
    params.sort();
    return params.toString();
  });
  return a === b;
}

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((value, index) => value === other[index]);
