import { ClusterQueries, DecisionQueries } from '@kerf/db';
import { Module } from '@nestjs/common';
import { provideQueries } from '../../parts.js';
import { DecisionController } from './decision.controller.js';
import { DecisionReads } from './decision.details.js';
import { DecisionResolver } from './decision.resolver.js';
import { DecisionWrites } from './decision.writes.js';

@Module({
  controllers: [DecisionController],
  providers: [
    DecisionResolver,
    DecisionReads,
    DecisionWrites,
    ...provideQueries(ClusterQueries, DecisionQueries),
  ],
  exports: [DecisionWrites],
})
export class DecisionModule {}
