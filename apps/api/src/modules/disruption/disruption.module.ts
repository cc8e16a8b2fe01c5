import { ClusterQueries, DefinitionQueries } from '@kerf/db';
import { Module } from '@nestjs/common';
import { provideQueries } from '../../parts.js';
import { DisruptionController } from './disruption.controller.js';
import { DisruptionResolver } from './disruption.resolver.js';

@Module({
  controllers: [DisruptionController],
  providers: [DisruptionResolver, ...provideQueries(ClusterQueries, DefinitionQueries)],
})
export class DisruptionModule {}
