import {
  type QueryClient,
  type QueryKey,
  type QueryMeta,
  useQueries,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useState } from 'react';

/** A page of a list, as in every connection of the schema. */
export interface Page<Row> {
  readonly nodes: readonly Row[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

export interface CountedPage<Row> extends Page<Row> {
  readonly totalCount: number;
  readonly asOf: string;
}

/** Maximum number of pages; longer lists must be loaded while scrolling. */
const maxPages = 50;

/** Loads all pages of a short list that is sorted and filtered in the browser. */
export async function readAllPages<TPage extends Page<unknown>>(
  readPage: (after: string | null) => Promise<TPage>,
): Promise<readonly [TPage, ...TPage[]]> {
  const first = await readPage(null);
  const rest: TPage[] = [];
  let { hasNextPage, endCursor } = first.pageInfo;
  while (hasNextPage && endCursor !== null && rest.length + 1 < maxPages) {
    const page = await readPage(endCursor);
    rest.push(page);
    ({ hasNextPage, endCursor } = page.pageInfo);
  }
  return [first, ...rest];
}

/** A list that is loaded page by page. */
export interface PagedList<TPage> {
  readonly queryKey: QueryKey;
  readonly readPage: (after: string | null, signal: AbortSignal) => Promise<TPage>;
  readonly pageSize: number;
  readonly meta: QueryMeta;
}

export interface PagedRows<Row, TPage> {
  /** Loaded rows, from the first one without a gap. */
  readonly rows: readonly Row[];
  /** Absent until the first page is loaded. */
  readonly firstPage: TPage | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Sets the visible rows; only their pages are loaded and refetched. */
  readonly setVisibleRows: (firstRow: number, lastRow: number) => void;
}

/**
 * Loads a long list page by page while it is scrolled. A page has the cursor of the next one, so a jump
 * to the end loads all pages before it. Only visible pages are refetched.
 */
export function usePagedRows<Row, TPage extends CountedPage<Row>>(
  list: PagedList<TPage>,
  isEnabled = true,
): PagedRows<Row, TPage> {
  const client = useQueryClient();
  const [shown, setShown] = useState({ first: 0, last: 0 });
  const cursors = knownCursors((index, after) => {
    return loadedPage<TPage>(client, list, index, after);
  }, shown.last);
  const { rows, firstPage, error } = useQueries({
    queries: cursors.map((after, index) => {
      const queryKey = [...list.queryKey, index, after];
      const isShown = index === 0 || (index >= shown.first && index <= shown.last);
      const isMissing = client.getQueryData(queryKey) === undefined;
      return {
        queryKey,
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => list.readPage(after, signal),
        meta: list.meta,
        enabled: isEnabled && (isShown || isMissing),
        placeholderData: () => loadedPage<TPage>(client, list, index, after),
      };
    }),
    combine: joinPages<Row, TPage>,
  });
  const { pageSize } = list;
  const setVisibleRows = useCallback(
    (firstRow: number, lastRow: number) => {
      const first = Math.floor(firstRow / pageSize);
      // Half a page ahead, so that slow scrolling shows no placeholders.
      const last = Math.floor((lastRow + pageSize / 2) / pageSize);
      setShown((now) => (now.first === first && now.last === last ? now : { first, last }));
    },
    [pageSize],
  );
  const retry = () => {
    void client.refetchQueries({
      queryKey: list.queryKey,
      predicate: ({ state }) => state.error !== null,
    });
  };
  return { rows, firstPage, error, retry, setVisibleRows };
}

interface PageResult<TPage> {
  readonly data: TPage | undefined;
  readonly error: Error | null;
}

/**
 * Returns the rows up to the first missing page. The function has a fixed identity, so that TanStack
 * Query returns the same array for the same rows: a table of thousands of rows depends on it.
 */
function joinPages<Row, TPage extends CountedPage<Row>>(
  results: readonly PageResult<TPage>[],
): Pick<PagedRows<Row, TPage>, 'rows' | 'firstPage' | 'error'> {
  const end = results.findIndex(({ data }) => data === undefined);
  const pageAt = end === -1 ? results : results.slice(0, end);
  const firstPage = results[0]?.data;
  return {
    rows: pageAt.flatMap(({ data }) => data?.nodes ?? []).slice(0, firstPage?.totalCount ?? 0),
    firstPage,
    error: results.find(({ error }) => error !== null)?.error ?? null,
  };
}

/**
 * Returns a page by its cursor, or else the last one loaded with this index: when rows are added or
 * removed, later pages have new cursors, and keep their old rows until they are loaded.
 */
function loadedPage<TPage>(
  client: QueryClient,
  { queryKey }: PagedList<TPage>,
  index: number,
  after: string | null,
): TPage | undefined {
  const exact = client.getQueryData<TPage>([...queryKey, index, after]);
  if (exact !== undefined) return exact;
  const [newest] = client
    .getQueryCache()
    .findAll({ queryKey: [...queryKey, index] })
    .filter((query) => query.state.data !== undefined)
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  return newest === undefined ? undefined : client.getQueryData<TPage>(newest.queryKey);
}

/** Returns the cursor before each page up to `lastPage`, as far as the previous pages are loaded. */
export function knownCursors(
  pageAt: (index: number, after: string | null) => Page<unknown> | undefined,
  lastPage: number,
): readonly (string | null)[] {
  const cursors: (string | null)[] = [null];
  while (cursors.length <= lastPage) {
    const info = pageAt(cursors.length - 1, cursors.at(-1) ?? null)?.pageInfo;
    if (info === undefined || !info.hasNextPage || info.endCursor === null) break;
    cursors.push(info.endCursor);
  }
  return cursors;
}
