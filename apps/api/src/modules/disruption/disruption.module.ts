import { Module } from '@nestjs/common';
import { DisruptionController } from './disruption.controller.js';
import { DisruptionResolver } from './disruption.resolver.js';

@Module({
  controllers: [DisruptionController],
  providers: [DisruptionResolver],
})
export class DisruptionModule {}
