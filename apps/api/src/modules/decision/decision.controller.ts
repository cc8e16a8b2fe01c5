import type { Clock } from '@kerf/application';
import { ClusterQueries } from '@kerf/db';
import { Controller, Get, Inject, Post } from '@nestjs/common';
import { Access, CalledBy } from '../../auth/access.js';
import { valueOf } from '../../contract/outcome.js';
import { CLOCK } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import { rowsOf, toPage, toPageRequest } from '../../rest/paging.js';
import { clusterIdOf } from '../cluster/require-place.js';
import { DecisionReads } from './decision.details.js';
import { toDecisionView } from './decision.mapper.js';
import { decisionOperations as operations } from './decision.operations.js';
import { DecisionWrites } from './decision.writes.js';

type Operations = typeof operations;

@Controller('api/v1/decisions')
@Access('decision.read')
export class DecisionController {
  constructor(
    @Inject(ClusterQueries) private readonly clusterQueries: ClusterQueries,
    @Inject(DecisionReads) private readonly reads: DecisionReads,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(DecisionWrites) private readonly writes: DecisionWrites,
  ) {}

  @Get()
  @Operation(operations.list)
  async list(
    @FromRequest() { query }: RequestOf<Operations['list']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['list']> {
    const filter = {
      clusterId: await clusterIdOf(this.clusterQueries, query.cluster),
      states: query.state,
      kinds: query.kind,
      nodePools: query.nodePool,
      teams: query.team,
      awaitingReviewOf: query.waitingForMe === 'true' ? await this.reads.reviewer(caller) : null,
    };
    const page = await this.reads.page(filter, toPageRequest(query));
    return { ...toPage(page, this.clock.now()), items: rowsOf(page, toDecisionView) };
  }

  @Get(':id')
  @Operation(operations.get)
  get(
    @FromRequest() { path }: RequestOf<Operations['get']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['get']> {
    return this.reads.get(path.id, caller);
  }

  @Get(':id/saving-proof')
  @Operation(operations.savingProof)
  async savingProof(
    @FromRequest() { path }: RequestOf<Operations['savingProof']>,
  ): AnswerOf<Operations['savingProof']> {
    const { check, proof } = await this.reads.checkSavingProof(path.id);
    return { ...check, proof };
  }

  @Post(':id/approve')
  @Access('decision.approve')
  @Operation(operations.approve)
  async approve(
    @FromRequest() { path, body, seenVersion, key }: RequestOf<Operations['approve']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['approve']> {
    const input = { ...body, id: path.id, expectedVersion: seenVersion, idempotencyKey: key };
    valueOf(await this.writes.approve(caller, input));
    return this.reads.get(path.id, caller);
  }

  @Post(':id/reject')
  @Access('decision.approve')
  @Operation(operations.reject)
  async reject(
    @FromRequest() { path, body, seenVersion, key }: RequestOf<Operations['reject']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['reject']> {
    const input = { ...body, id: path.id, expectedVersion: seenVersion, idempotencyKey: key };
    valueOf(await this.writes.reject(caller, input));
    return this.reads.get(path.id, caller);
  }

  @Post(':id/withdraw-approval')
  @Access('decision.approve')
  @Operation(operations.withdraw)
  async withdraw(
    @FromRequest() { path, body, seenVersion, key }: RequestOf<Operations['withdraw']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['withdraw']> {
    const input = { ...body, id: path.id, expectedVersion: seenVersion, idempotencyKey: key };
    valueOf(await this.writes.withdraw(caller, input));
    return this.reads.get(path.id, caller);
  }

  @Post(':id/exclude-nodes')
  @Access('decision.edit')
  @Operation(operations.exclude)
  async exclude(
    @FromRequest() { path, body, seenVersion, key }: RequestOf<Operations['exclude']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['exclude']> {
    const input = { ...body, id: path.id, expectedVersion: seenVersion, idempotencyKey: key };
    valueOf(await this.writes.exclude(caller, input));
    return this.reads.get(path.id, caller);
  }

  @Post(':id/break-glass')
  @Access('decision.break-glass')
  @Operation(operations.breakGlass)
  async breakGlass(
    @FromRequest() { path, body, seenVersion, key }: RequestOf<Operations['breakGlass']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['breakGlass']> {
    const input = { ...body, id: path.id, expectedVersion: seenVersion, idempotencyKey: key };
    return this.reads.get(valueOf(await this.writes.breakGlass(caller, input)), caller);
  }

  @Post(':id/standing-approval')
  @Access('decision.approve')
  @Operation(operations.createStanding)
  async createStanding(
    @FromRequest() { path, body, key }: RequestOf<Operations['createStanding']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['createStanding']> {
    const input = { ...body, id: path.id, idempotencyKey: key };
    valueOf(await this.writes.createStanding(caller, input));
    return this.reads.get(path.id, caller);
  }

  @Post(':id/comments')
  @Access('decision.edit')
  @Operation(operations.comment)
  async comment(
    @FromRequest() { path, body, key }: RequestOf<Operations['comment']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['comment']> {
    const input = { ...body, id: path.id, idempotencyKey: key };
    valueOf(await this.writes.comment(caller, input));
    return this.reads.get(path.id, caller);
  }
}
