import { describe, expect, it } from 'vitest';
import { knownCursors, type Page, readAllPages } from './paged-rows.js';

const page = (nodes: readonly string[], endCursor: string | null): Page<string> => ({
  nodes,
  pageInfo: { hasNextPage: endCursor !== null, endCursor },
});

describe('readAllPages', () => {
  it('follows the cursors to the end', async () => {
    const pages = new Map<string | null, Page<string>>([
      [null, page(['a', 'b'], '2')],
      ['2', page(['c', 'd'], '4')],
      ['4', page(['e'], null)],
    ]);
    const read = await readAllPages(async (after) => pages.get(after) ?? page([], null));
    expect(read.flatMap(({ nodes }) => nodes)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('stops after the maximum number of pages', async () => {
    let reads = 0;
    await readAllPages(async () => {
      reads += 1;
      return page(['x'], String(reads));
    });
    expect(reads).toBe(50);
  });
});

describe('knownCursors', () => {
  const pages = [page(['a'], '1'), page(['b'], '2'), undefined];

  it('returns cursors as far as the pages before are loaded', () => {
    expect(knownCursors((index) => pages[index], 5)).toEqual([null, '1', '2']);
  });

  it('returns no more cursors than requested', () => {
    expect(knownCursors((index) => pages[index], 0)).toEqual([null]);
  });

  it('stops at the last page', () => {
    expect(knownCursors(() => page(['a'], null), 3)).toEqual([null]);
  });
});
