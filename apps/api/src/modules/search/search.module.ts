import { SearchQueries } from '@kerf/db';
import { Get, Module } from '@nestjs/common';
import { serveNoun } from '../../handlers/serve-noun.js';
import { provideQueries } from '../../parts.js';
import { searchOperations as operations, readSearch, toSearchResult } from './search.contract.js';

const search = serveNoun(
  { path: 'api/v1/search', writes: SearchQueries, reads: SearchQueries },
  (callersWith) => {
    // Each kind is found only by callers who may read it.
    const { route, query } = callersWith('signed-in');
    route(operations.search, Get(), async ({ reads }, { q, limit }) => ({
      items: (await reads.find(q, limit)).map(toSearchResult),
    }));
    query('search', async (reads, input) => {
      const { q, limit } = readSearch(input);
      return (await reads.find(q, limit)).map(toSearchResult);
    });
  },
);

@Module({
  controllers: [search.controller],
  providers: [search.resolver, ...provideQueries(SearchQueries)],
})
export class SearchModule {}
