import { DecisionQueries } from '@kerf/db';
import { Module } from '@nestjs/common';
import { provideQueries } from '../../parts.js';
import { decisions } from './decision.handlers.js';
import { DecisionReads } from './decision.reads.js';
import { DecisionWrites } from './decision.writes.js';

@Module({
  controllers: [decisions.controller],
  providers: [
    decisions.resolver,
    DecisionReads,
    DecisionWrites,
    ...provideQueries(DecisionQueries),
  ],
  exports: [DecisionWrites],
})
export class DecisionModule {}
