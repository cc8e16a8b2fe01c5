import { ClusterQueries, NodeClaimQueries } from '@kerf/db';
import { Module } from '@nestjs/common';
import { provideQueries } from '../../parts.js';
import { NodeClaimController } from './node-claim.controller.js';
import { NodeClaimResolver } from './node-claim.resolver.js';

@Module({
  controllers: [NodeClaimController],
  providers: [NodeClaimResolver, ...provideQueries(ClusterQueries, NodeClaimQueries)],
})
export class NodeClaimModule {}
