import { Module, Post } from '@nestjs/common';
import { serveNoun } from '../../handlers/serve-noun.js';
import { conversionOperations as operations } from './conversion.contract.js';
import { ConversionReads } from './conversion.reads.js';

const conversion = serveNoun(
  { path: 'api/v1/manifests', writes: ConversionReads, reads: ConversionReads },
  (callersWith) => {
    callersWith('definition.read').read(
      [operations.convert, Post('convert'), 'convertManifests'],
      (reads, given, { caller }) => reads.convert(caller, 'input' in given ? given.input : given),
    );
  },
);

@Module({
  controllers: [conversion.controller],
  providers: [conversion.resolver, ConversionReads],
})
export class ConversionModule {}
