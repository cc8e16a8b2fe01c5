import { Module } from '@nestjs/common';
import { ClusterController } from './cluster.controller.js';
import { ClusterResolver } from './cluster.resolver.js';
import { ClusterWrites } from './cluster.writes.js';

@Module({
  controllers: [ClusterController],
  providers: [ClusterResolver, ClusterWrites],
})
export class ClusterModule {}
