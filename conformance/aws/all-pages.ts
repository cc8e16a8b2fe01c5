/** Returns all pages of an SDK paginator. */
export async function allPages<Page>(pages: AsyncIterable<Page>): Promise<readonly Page[]> {
  const seen: Page[] = [];
  for await (const page of pages) seen.push(page);
  return seen;
}
