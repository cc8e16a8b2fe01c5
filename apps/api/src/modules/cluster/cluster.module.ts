import { ClusterQueries } from '@kerf/db';
import { Module } from '@nestjs/common';
import { provideQueries } from '../../parts.js';
import { ClusterController, ClusterResolver } from './cluster.handlers.js';
import { ClusterWrites } from './cluster.writes.js';

@Module({
  controllers: [ClusterController],
  providers: [ClusterResolver, ClusterWrites, ...provideQueries(ClusterQueries)],
})
export class ClusterModule {}
