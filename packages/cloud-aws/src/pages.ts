/**
 * Returns all items of all pages of an SDK paginator. A list without an end exceeds the size or the
 * time of its call.
 */
export async function collectPages<Page, Item>(
  pages: AsyncIterable<Page>,
  itemsOf: (page: Page) => readonly Item[] | undefined,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  for await (const page of pages) for (const item of itemsOf(page) ?? []) items.push(item);
  return items;
}
