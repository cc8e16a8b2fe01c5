import { queryOptions } from '@tanstack/react-query';
import { SearchDocument } from '../../gql/graphql.js';
import { request } from '../../lib/api/graphql-client.js';

/** Objects whose name or ID is like the text; disabled without a text. Results are not kept. */
export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: async ({ signal }) => (await request(SearchDocument, { query: text }, signal)).search,
    enabled: text !== '',
    gcTime: 0,
  });
