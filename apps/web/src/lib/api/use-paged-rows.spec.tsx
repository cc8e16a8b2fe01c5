import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { PropsWithChildren } from 'react';
import { describe, expect, it } from 'vitest';
import { type CountedPage, type PagedList, usePagedRows } from './paged-rows.js';

const pageSize = 10;

/** A list of numbered rows that can be changed, with the cursors that were requested. */
function listOf(rows: string[]) {
  const requested: (string | null)[] = [];
  const list: PagedList<CountedPage<string>> = {
    queryKey: ['rows'],
    pageSize,
    meta: { topics: ['NODES'] },
    readPage: async (after) => {
      requested.push(after);
      const start = after === null ? 0 : rows.indexOf(after) + 1;
      const nodes = rows.slice(start, start + pageSize);
      const hasNextPage = start + pageSize < rows.length;
      return {
        nodes,
        pageInfo: { hasNextPage, endCursor: nodes.at(-1) ?? null },
        totalCount: rows.length,
        asOf: '2026-11-21T14:00:00Z',
      };
    },
  };
  return { list, requested };
}

const names = (count: number) =>
  Array.from({ length: count }, (_, index) => `row ${String(index).padStart(3, '0')}`);

function renderRows(list: PagedList<CountedPage<string>>) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const hook = renderHook(() => usePagedRows<string, CountedPage<string>>(list), { wrapper });
  return { client, ...hook };
}

describe('usePagedRows', () => {
  it('loads the visible rows and half a page ahead, not the whole list', async () => {
    const { list, requested } = listOf(names(95));
    const { result } = renderRows(list);
    await waitFor(() => expect(result.current.rows).toHaveLength(10));
    act(() => result.current.setVisibleRows(0, 6));
    await waitFor(() => expect(result.current.rows).toHaveLength(20));
    expect(requested).toEqual([null, 'row 009']);
    expect(result.current.firstPage?.totalCount).toBe(95);
  });

  it('loads all pages before the end on a jump to the end', async () => {
    const { list } = listOf(names(95));
    const { result } = renderRows(list);
    await waitFor(() => expect(result.current.rows).toHaveLength(10));
    act(() => result.current.setVisibleRows(85, 94));
    await waitFor(() => expect(result.current.rows).toHaveLength(95));
    expect(result.current.rows.at(-1)).toBe('row 094');
  });

  it('refetches only visible pages, and keeps the others', async () => {
    const rows = names(60);
    const { list, requested } = listOf(rows);
    const { result, client } = renderRows(list);
    await waitFor(() => expect(result.current.rows).toHaveLength(10));
    act(() => result.current.setVisibleRows(40, 44));
    await waitFor(() => expect(result.current.rows).toHaveLength(50));
    requested.splice(0);
    await act(async () => client.invalidateQueries());
    expect(requested).toEqual([null, 'row 039']);
  });

  it('has no gap after a row is removed', async () => {
    const rows = names(40);
    const { list } = listOf(rows);
    const { result, client } = renderRows(list);
    act(() => result.current.setVisibleRows(0, 12));
    await waitFor(() => expect(result.current.rows).toHaveLength(20));
    rows.splice(3, 1);
    await act(async () => client.invalidateQueries());
    await waitFor(() => expect(result.current.rows.slice(0, 20)).toEqual(rows.slice(0, 20)));
  });

  it('returns an error, and retries on request', async () => {
    const { list } = listOf(names(5));
    let isOffline = true;
    const flaky: typeof list = {
      ...list,
      readPage: (after, signal) =>
        isOffline ? Promise.reject(new TypeError('away')) : list.readPage(after, signal),
    };
    const { result } = renderRows(flaky);
    await waitFor(() => expect(result.current.error?.message).toBe('away'));
    isOffline = false;
    act(() => result.current.retry());
    await waitFor(() => expect(result.current.rows).toHaveLength(5));
    expect(result.current.error).toBeNull();
  });
});
