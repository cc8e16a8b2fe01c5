import { describe, expect, it } from 'vitest';
import { pageByKey, type WholeListQuery } from './whole-list.js';

const listOf = (...ids: readonly string[]) => ids.map((id) => ({ id }));
const pageOfWhole = (items: ReturnType<typeof listOf>, query: WholeListQuery) =>
  pageByKey(items, query, ({ id }) => id);
const idsOf = ({ items }: ReturnType<typeof pageOfWhole>) => items.map(({ id }) => id).join('');
const letters = listOf('a', 'b', 'c', 'd', 'e');

describe('a page of a list that is read as a whole', () => {
  it('has all items without a limit, and no other pages', () => {
    const page = pageOfWhole(letters, {});
    expect(page).toEqual({ items: letters, nextCursor: null, previousCursor: null });
    expect(pageOfWhole([], { limit: 2 })).toMatchObject({ items: [], nextCursor: null });
  });

  it('leads to the next page and back', () => {
    const first = pageOfWhole(letters, { limit: 2 });
    const second = pageOfWhole(letters, { limit: 2, cursor: first.nextCursor ?? '' });
    const third = pageOfWhole(letters, { limit: 2, cursor: second.nextCursor ?? '' });
    expect([first, second, third].map(idsOf)).toEqual(['ab', 'cd', 'e']);
    expect([first.previousCursor, third.nextCursor]).toEqual([null, null]);
    const back = pageOfWhole(letters, { limit: 2, cursor: third.previousCursor ?? '' });
    expect(idsOf(back)).toBe('cd');
    expect(idsOf(pageOfWhole(letters, { limit: 2, cursor: back.previousCursor ?? '' }))).toBe('ab');
  });

  it('repeats and misses no item that stays, when others come and go', () => {
    const { nextCursor } = pageOfWhole(letters, { limit: 2 });
    const cursor = nextCursor ?? '';
    const more = listOf('0', ...letters.map(({ id }) => id));
    expect(idsOf(pageOfWhole(more, { limit: 2, cursor }))).toBe('cd');
    expect(idsOf(pageOfWhole(listOf('a', 'c', 'd'), { limit: 1, cursor }))).toBe('c');
    expect(idsOf(pageOfWhole([], { limit: 1, cursor }))).toBe('');
  });

  it.each(['', 'x', 'WzEsMV0', Buffer.from('[-1,"a"]').toString('base64url'), '~~'])(
    'is refused for the cursor %j, which no page has',
    (cursor) => {
      expect(() => pageOfWhole(letters, { limit: 2, cursor })).toThrow(/cursor must be/);
    },
  );
});
