import { Module } from '@nestjs/common';
import { clusters } from './cluster.handlers.js';
import { ClusterWrites } from './cluster.writes.js';

@Module({
  controllers: [clusters.controller],
  providers: [clusters.resolver, ClusterWrites],
})
export class ClusterModule {}
