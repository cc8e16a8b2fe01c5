/** Returns all items of all pages of an SDK paginator. */
export async function collectPages<Page, Item>(
  pages: AsyncIterable<Page>,
  itemsOf: (page: Page) => readonly Item[] | undefined,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  for await (const page of pages) items.push(...(itemsOf(page) ?? []));
  return items;
}
