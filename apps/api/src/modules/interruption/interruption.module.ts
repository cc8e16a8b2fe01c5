import { ClusterQueries, InterruptionQueries } from '@kerf/db';
import { Module } from '@nestjs/common';
import { provideQueries } from '../../parts.js';
import { InterruptionController } from './interruption.controller.js';
import { InterruptionResolver } from './interruption.resolver.js';

@Module({
  controllers: [InterruptionController],
  providers: [InterruptionResolver, ...provideQueries(ClusterQueries, InterruptionQueries)],
})
export class InterruptionModule {}
