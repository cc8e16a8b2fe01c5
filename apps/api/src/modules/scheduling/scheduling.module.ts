import { ClusterQueries, PodQueries } from '@kerf/db';
import { Module } from '@nestjs/common';
import { provideQueries } from '../../parts.js';
import { SchedulingController } from './scheduling.controller.js';
import { SchedulingResolver } from './scheduling.resolver.js';

@Module({
  controllers: [SchedulingController],
  providers: [SchedulingResolver, ...provideQueries(ClusterQueries, PodQueries)],
})
export class SchedulingModule {}
