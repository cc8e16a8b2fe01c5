import { Module } from '@nestjs/common';
import { InterruptionController } from './interruption.controller.js';
import { InterruptionResolver } from './interruption.resolver.js';

@Module({
  controllers: [InterruptionController],
  providers: [InterruptionResolver],
})
export class InterruptionModule {}
