import { InterruptionQueries } from '@kerf/db';
import { Get, Module } from '@nestjs/common';
import { serveNoun } from '../../handlers/serve-noun.js';
import { provideQueries } from '../../parts.js';
import {
  interruptionOperations as operations,
  toInterruptionView,
} from './interruption.contract.js';

const interruptions = serveNoun(
  { path: 'api/v1/interruptions', writes: InterruptionQueries, reads: InterruptionQueries },
  (callersWith) => {
    const { pages, one } = callersWith('node.read');
    pages([operations.list, Get(), 'interruptions'], {
      page: (queries, filter, request) => queries.page(filter, request),
      count: (queries, filter) => queries.count(filter),
      view: toInterruptionView,
    });
    one(
      [operations.get, Get(':id'), 'interruption'],
      { kind: 'Interruption', finds: ['int', 'Interruption'] },
      async (queries, id) => {
        const [row] = await queries.byIds([id]);
        return row === undefined ? null : toInterruptionView(row);
      },
    );
  },
);

@Module({
  controllers: [interruptions.controller],
  providers: [interruptions.resolver, ...provideQueries(InterruptionQueries)],
})
export class InterruptionModule {}
