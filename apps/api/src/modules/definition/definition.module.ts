import { Module } from '@nestjs/common';
import { DefinitionController } from './definition.controller.js';
import { DefinitionResolver } from './definition.resolver.js';
import { DefinitionWrites } from './definition.writes.js';

@Module({
  controllers: [DefinitionController],
  providers: [DefinitionResolver, DefinitionWrites],
})
export class DefinitionModule {}
