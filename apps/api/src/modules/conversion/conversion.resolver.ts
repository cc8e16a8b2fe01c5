import { Inject } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../auth/access.js';
import type { ConvertedManifests, ConvertManifestsInput } from '../../generated/schema-types.js';
import { ConversionReads } from './conversion.reads.js';

@Resolver()
@Access('read')
export class ConversionResolver {
  constructor(@Inject(ConversionReads) private readonly reads: ConversionReads) {}

  @Query()
  convertManifests(@Args('input') input: ConvertManifestsInput): Promise<ConvertedManifests> {
    return this.reads.convert(input);
  }
}
