import { MigrationQueries } from '@kerf/db';
import { Module } from '@nestjs/common';
import { provideQueries } from '../../parts.js';
import { HealthController } from '../../rest/health.handlers.js';
import { OpenApiController } from '../../rest/openapi.handlers.js';
import { ObjectResolver } from './object.handlers.js';
import { ProductResolver } from './product.handlers.js';

@Module({
  controllers: [HealthController, OpenApiController],
  providers: [ProductResolver, ObjectResolver, ...provideQueries(MigrationQueries)],
})
export class ProductModule {}
