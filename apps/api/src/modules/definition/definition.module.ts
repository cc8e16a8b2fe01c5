import { DefinitionQueries } from '@kerf/db';
import { Module } from '@nestjs/common';
import { provideQueries } from '../../parts.js';
import { DefinitionResolver, definitions, ManifestController } from './definition.handlers.js';
import { DefinitionReads } from './definition.reads.js';
import { DefinitionWrites } from './definition.writes.js';

@Module({
  controllers: [definitions.controller, ManifestController],
  providers: [
    definitions.resolver,
    DefinitionResolver,
    DefinitionReads,
    DefinitionWrites,
    ...provideQueries(DefinitionQueries),
  ],
})
export class DefinitionModule {}
