import { ClusterQueries, DefinitionQueries } from '@kerf/db';
import { Module } from '@nestjs/common';
import { provideQueries } from '../../parts.js';
import { DefinitionController } from './definition.controller.js';
import { DefinitionReads } from './definition.details.js';
import { DefinitionResolver } from './definition.resolver.js';
import { DefinitionWrites } from './definition.writes.js';

@Module({
  controllers: [DefinitionController],
  providers: [
    DefinitionResolver,
    DefinitionReads,
    DefinitionWrites,
    ...provideQueries(ClusterQueries, DefinitionQueries),
  ],
})
export class DefinitionModule {}
