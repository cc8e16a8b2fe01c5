import { Module } from '@nestjs/common';
import { CostController } from './cost.controller.js';
import { CostResolver } from './cost.resolver.js';

@Module({
  controllers: [CostController],
  providers: [CostResolver],
})
export class CostModule {}
