import { ClusterQueries } from '@kerf/db';
import { Controller, Inject, Module, Post } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access, CalledBy } from '../../auth/access.js';
import type { ConvertedManifests, ConvertManifestsInput } from '../../generated/schema-types.js';
import { provideQueries } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import { conversionOperations as operations } from './conversion.contract.js';
import { ConversionReads } from './conversion.reads.js';

type Operations = typeof operations;

@Controller('api/v1/manifests')
@Access('definition.read')
class ConversionController {
  constructor(@Inject(ConversionReads) private readonly reads: ConversionReads) {}

  @Post('convert')
  @Operation(operations.convert)
  convert(
    @FromRequest() { query, body }: RequestOf<Operations['convert']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['convert']> {
    const { cluster: clusterId, ...options } = query;
    return this.reads.convert(caller, { ...options, ...body, clusterId });
  }
}

@Resolver()
@Access('definition.read')
class ConversionResolver {
  constructor(@Inject(ConversionReads) private readonly reads: ConversionReads) {}

  @Query()
  convertManifests(
    @Args('input') input: ConvertManifestsInput,
    @CalledBy() caller: Caller,
  ): Promise<ConvertedManifests> {
    return this.reads.convert(caller, input);
  }
}

@Module({
  controllers: [ConversionController],
  providers: [ConversionResolver, ConversionReads, ...provideQueries(ClusterQueries)],
})
export class ConversionModule {}
