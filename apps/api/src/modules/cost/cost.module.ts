import { ClusterQueries, CostQueries } from '@kerf/db';
import { Module } from '@nestjs/common';
import { provideQueries } from '../../parts.js';
import { CostController } from './cost.controller.js';
import { CostResolver } from './cost.resolver.js';

@Module({
  controllers: [CostController],
  providers: [CostResolver, ...provideQueries(ClusterQueries, CostQueries)],
})
export class CostModule {}
