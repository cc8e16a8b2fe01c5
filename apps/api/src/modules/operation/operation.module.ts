import { Controller, Get, Inject, Module } from '@nestjs/common';
import { Access, CalledBy } from '../../auth/access.js';
import { notFound } from '../../contract/public-error.js';
import { ObjectFinders } from '../../graphql/object-finders.js';
import type { Caller } from '../../request/current-request.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import { objectOfOperation } from '../../rest/operation-id.js';
import { operationOperations as operations, toOperation } from './operation.contract.js';

type Operations = typeof operations;

/** Reads work that goes on after the response 202; callers see it if they see its object. */
@Controller('api/v1/operations')
@Access('signed-in')
class OperationController {
  constructor(@Inject(ObjectFinders) private readonly finders: ObjectFinders) {}

  @Get(':id')
  @Operation(operations.get)
  async get(
    @FromRequest() { path }: RequestOf<Operations['get']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['get']> {
    const objectId = objectOfOperation(path.id);
    const view = objectId === null ? null : await this.finders.find(objectId, caller);
    const operation = view === null ? null : toOperation(path.id, view);
    if (operation === null) throw notFound(`Operation ${path.id} not found.`);
    return operation;
  }
}

@Module({ controllers: [OperationController] })
export class OperationModule {}
