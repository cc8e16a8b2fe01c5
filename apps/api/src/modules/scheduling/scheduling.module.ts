import { Module } from '@nestjs/common';
import { SchedulingController } from './scheduling.controller.js';
import { SchedulingResolver } from './scheduling.resolver.js';

@Module({
  controllers: [SchedulingController],
  providers: [SchedulingResolver],
})
export class SchedulingModule {}
