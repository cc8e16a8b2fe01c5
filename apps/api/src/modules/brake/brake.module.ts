import { ClusterQueries } from '@kerf/db';
import { Module } from '@nestjs/common';
import { provideQueries } from '../../parts.js';
import {
  AlertThresholdsController,
  BrakeSettingsController,
  PauseController,
  SpendLimitController,
} from './brake.controller.js';
import { BrakeObjects } from './brake.objects.js';
import { BrakeReads } from './brake.reads.js';
import { BrakeResolver } from './brake.resolver.js';
import { BrakeWrites } from './brake.writes.js';

@Module({
  controllers: [
    PauseController,
    SpendLimitController,
    BrakeSettingsController,
    AlertThresholdsController,
  ],
  providers: [
    BrakeResolver,
    BrakeObjects,
    BrakeReads,
    BrakeWrites,
    ...provideQueries(ClusterQueries),
  ],
})
export class BrakeModule {}
