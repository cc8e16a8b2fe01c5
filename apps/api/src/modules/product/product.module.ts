import { MigrationQueries } from '@kerf/db';
import { Module } from '@nestjs/common';
import { provideQueries } from '../../parts.js';
import { HealthController } from '../../rest/health.controller.js';
import { OpenApiController } from '../../rest/openapi.controller.js';
import { ObjectResolver } from './object.resolver.js';
import { ProductResolver } from './product.resolver.js';

@Module({
  controllers: [HealthController, OpenApiController],
  providers: [ProductResolver, ObjectResolver, ...provideQueries(MigrationQueries)],
})
export class ProductModule {}
