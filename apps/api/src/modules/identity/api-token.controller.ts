import { Controller, Delete, Get, Inject, Post } from '@nestjs/common';
import { Access, CalledBy } from '../../auth/access.js';
import { valueOf } from '../../contract/outcome.js';
import { requireObject } from '../../contract/require-object.js';
import type { Caller } from '../../request/current-request.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import { named, pageOfWhole } from '../../rest/whole-list.js';
import { AccessReads } from '../access/access.reads.js';
import { apiTokenOperations as operations } from './api-token.operations.js';
import { IdentityWrites } from './identity.writes.js';

type Operations = typeof operations;

@Controller('api/v1/api-tokens')
@Access('signed-in')
export class ApiTokenController {
  constructor(
    @Inject(AccessReads) private readonly reads: AccessReads,
    @Inject(IdentityWrites) private readonly writes: IdentityWrites,
  ) {}

  @Get()
  @Operation(operations.list)
  async list(
    @FromRequest() { query }: RequestOf<Operations['list']>,
    @CalledBy() { principal }: Caller,
  ): AnswerOf<Operations['list']> {
    return pageOfWhole(named(await this.reads.tokens(principal), query.name), query);
  }

  @Get(':id')
  @Operation(operations.get)
  async get(
    @FromRequest() { path }: RequestOf<Operations['get']>,
    @CalledBy() { principal }: Caller,
  ): AnswerOf<Operations['get']> {
    return requireObject(await this.reads.tokens(principal), path.id, 'API token');
  }

  @Post()
  @Access('api-token.write')
  @Operation(operations.create)
  async create(
    @FromRequest() { body }: RequestOf<Operations['create']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['create']> {
    return valueOf(await this.writes.createToken(caller, body));
  }

  @Post(':id/rotate')
  @Access('api-token.write')
  @Operation(operations.rotate)
  async rotate(
    @FromRequest() { path, body }: RequestOf<Operations['rotate']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['rotate']> {
    return valueOf(await this.writes.rotateToken(caller, { ...body, id: path.id }));
  }

  @Delete(':id')
  @Access('api-token.write')
  @Operation(operations.revoke)
  async revoke(
    @FromRequest() { path }: RequestOf<Operations['revoke']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['revoke']> {
    return valueOf(await this.writes.revokeToken(caller, path.id));
  }
}
