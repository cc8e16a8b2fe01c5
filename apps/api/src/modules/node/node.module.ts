import { Module } from '@nestjs/common';
import { NodeController } from './node.controller.js';
import { NodeResolver } from './node.resolver.js';
import { NodeTexts } from './node-texts.js';

@Module({
  controllers: [NodeController],
  providers: [NodeResolver, NodeTexts],
})
export class NodeModule {}
