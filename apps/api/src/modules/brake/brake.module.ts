import { Module } from '@nestjs/common';
import { brakes } from './brake.handlers.js';
import { BrakeReads } from './brake.reads.js';
import { BrakeWrites } from './brake.writes.js';

@Module({
  controllers: [brakes.controller],
  providers: [brakes.resolver, BrakeReads, BrakeWrites],
})
export class BrakeModule {}
