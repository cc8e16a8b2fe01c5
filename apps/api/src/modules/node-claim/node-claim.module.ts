import { Module } from '@nestjs/common';
import { NodeClaimController } from './node-claim.controller.js';
import { NodeClaimResolver } from './node-claim.resolver.js';

@Module({
  controllers: [NodeClaimController],
  providers: [NodeClaimResolver],
})
export class NodeClaimModule {}
