import { ClusterQueries, NodeQueries, PodQueries } from '@kerf/db';
import { Module } from '@nestjs/common';
import { provideQueries } from '../../parts.js';
import { AllNodesController, NodeController } from './node.controller.js';
import { NodeResolver } from './node.resolver.js';
import { NodeTexts } from './node-texts.js';

@Module({
  controllers: [NodeController, AllNodesController],
  providers: [NodeResolver, NodeTexts, ...provideQueries(ClusterQueries, NodeQueries, PodQueries)],
})
export class NodeModule {}
