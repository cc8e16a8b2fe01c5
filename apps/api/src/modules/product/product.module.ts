import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { HealthController } from '../../rest/health.controller.js';
import { OpenApiController } from '../../rest/openapi.controller.js';
import { ObjectResolver } from './object.resolver.js';
import { ProductResolver } from './product.resolver.js';

@Module({
  imports: [DiscoveryModule],
  controllers: [HealthController, OpenApiController],
  providers: [ProductResolver, ObjectResolver],
})
export class ProductModule {}
