import { Controller, Inject, Post } from '@nestjs/common';
import { Access } from '../../auth/access.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import { conversionOperations as operations } from './conversion.operations.js';
import { ConversionReads } from './conversion.reads.js';

type Operations = typeof operations;

@Controller('api/v1/manifests')
@Access('read')
export class ConversionController {
  constructor(@Inject(ConversionReads) private readonly reads: ConversionReads) {}

  @Post('convert')
  @Operation(operations.convert)
  convert(
    @FromRequest() { query, body }: RequestOf<Operations['convert']>,
  ): AnswerOf<Operations['convert']> {
    const { cluster: clusterId, ...options } = query;
    return this.reads.convert({ ...options, ...body, clusterId });
  }
}
