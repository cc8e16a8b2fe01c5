import { Module } from '@nestjs/common';
import { DecisionController } from './decision.controller.js';
import { DecisionResolver } from './decision.resolver.js';
import { DecisionWrites } from './decision.writes.js';

@Module({
  controllers: [DecisionController],
  providers: [DecisionResolver, DecisionWrites],
})
export class DecisionModule {}
