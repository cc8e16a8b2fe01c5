import { ClusterQueries, MigrationQueries } from '@kerf/db';
import { Module } from '@nestjs/common';
import { provideQueries } from '../../parts.js';
import { HealthController } from '../../rest/health.handlers.js';
import { OpenApiController } from '../../rest/openapi.handlers.js';
import { ExerciseWrites } from './exercise.writes.js';
import { ObjectResolver } from './object.handlers.js';
import { ProductResolver } from './product.handlers.js';

@Module({
  controllers: [HealthController, OpenApiController],
  providers: [
    ProductResolver,
    ObjectResolver,
    ExerciseWrites,
    ...provideQueries(ClusterQueries, MigrationQueries),
  ],
})
export class ProductModule {}
