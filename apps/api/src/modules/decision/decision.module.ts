import { ClusterQueries, DecisionQueries } from '@kerf/db';
import { Module } from '@nestjs/common';
import { provideQueries } from '../../parts.js';
import { DecisionController, DecisionResolver, decisionWrites } from './decision.handlers.js';
import { DecisionReads } from './decision.reads.js';
import { DecisionWrites } from './decision.writes.js';

@Module({
  controllers: [DecisionController, decisionWrites.controller],
  providers: [
    DecisionResolver,
    decisionWrites.resolver,
    DecisionReads,
    DecisionWrites,
    ...provideQueries(ClusterQueries, DecisionQueries),
  ],
  exports: [DecisionWrites],
})
export class DecisionModule {}
