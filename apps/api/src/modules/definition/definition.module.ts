import { ClusterQueries, DefinitionQueries } from '@kerf/db';
import { Module } from '@nestjs/common';
import { provideQueries } from '../../parts.js';
import { DefinitionController, DefinitionResolver } from './definition.handlers.js';
import { DefinitionReads } from './definition.reads.js';
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
