import { Module } from '@nestjs/common';
import { ConversionController } from './conversion.controller.js';
import { ConversionReads } from './conversion.reads.js';
import { ConversionResolver } from './conversion.resolver.js';

@Module({
  controllers: [ConversionController],
  providers: [ConversionResolver, ConversionReads],
})
export class ConversionModule {}
