import { Module } from '@nestjs/common';
import { NodeController } from './node.controller.js';
import { NodeResolver } from './node.resolver.js';

@Module({
  controllers: [NodeController],
  providers: [NodeResolver],
})
export class NodeModule {}
