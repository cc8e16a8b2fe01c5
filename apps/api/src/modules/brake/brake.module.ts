import { ClusterQueries } from '@kerf/db';
import { Module } from '@nestjs/common';
import { provideQueries } from '../../parts.js';
import {
  AlertThresholdsController,
  BrakeResolver,
  BrakeSettingsController,
  brakeWrites,
  PauseController,
  SpendLimitController,
} from './brake.handlers.js';
import { BrakeReads } from './brake.reads.js';
import { BrakeWrites } from './brake.writes.js';

@Module({
  controllers: [
    PauseController,
    SpendLimitController,
    BrakeSettingsController,
    AlertThresholdsController,
    brakeWrites.controller,
  ],
  providers: [
    BrakeResolver,
    brakeWrites.resolver,
    BrakeReads,
    BrakeWrites,
    ...provideQueries(ClusterQueries),
  ],
})
export class BrakeModule {}
