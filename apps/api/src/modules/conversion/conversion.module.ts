import { ClusterQueries } from '@kerf/db';
import { Module } from '@nestjs/common';
import { provideQueries } from '../../parts.js';
import { ConversionController } from './conversion.controller.js';
import { ConversionReads } from './conversion.reads.js';
import { ConversionResolver } from './conversion.resolver.js';

@Module({
  controllers: [ConversionController],
  providers: [ConversionResolver, ConversionReads, ...provideQueries(ClusterQueries)],
})
export class ConversionModule {}
