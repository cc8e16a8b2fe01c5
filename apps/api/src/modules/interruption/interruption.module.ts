import type { Clock } from '@kerf/application';
import { ClusterQueries, InterruptionQueries } from '@kerf/db';
import { Controller, Get, Inject, Module } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../auth/access.js';
import { notFound } from '../../contract/public-error.js';
import type {
  QueryInterruptionArgs,
  QueryInterruptionsArgs,
} from '../../generated/schema-types.js';
import { readConnectionArgs, toConnection } from '../../graphql/connection.js';
import { FindsObject } from '../../graphql/object-finders.js';
import { CLOCK, provideQueries } from '../../parts.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import { rowsOf, toPage, toPageRequest } from '../../rest/paging.js';
import { clusterIdOf } from '../cluster/require-place.js';
import {
  type InterruptionConnectionView,
  type InterruptionView,
  interruptionOperations as operations,
  toInterruptionView,
} from './interruption.contract.js';

type Operations = typeof operations;

@Controller('api/v1/interruptions')
@Access('node.read')
class InterruptionController {
  constructor(
    @Inject(ClusterQueries) private readonly clusterQueries: ClusterQueries,
    @Inject(InterruptionQueries) private readonly interruptionQueries: InterruptionQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  @Operation(operations.list)
  async list(
    @FromRequest() { query }: RequestOf<Operations['list']>,
  ): AnswerOf<Operations['list']> {
    const filter = {
      clusterId: await clusterIdOf(this.clusterQueries, query.cluster),
      kinds: query.kind,
      outcomes: query.outcome,
      nodePools: query.nodePool,
      nodeClaimId: query.nodeClaimId,
      receivedFrom: query.receivedFrom,
      receivedTo: query.receivedTo,
    };
    const page = await this.interruptionQueries.page(filter, toPageRequest(query));
    return { ...toPage(page, this.clock.now()), items: rowsOf(page, toInterruptionView) };
  }

  @Get(':id')
  @Operation(operations.get)
  async get(@FromRequest() { path }: RequestOf<Operations['get']>): AnswerOf<Operations['get']> {
    const [row] = await this.interruptionQueries.byIds([path.id]);
    if (row === undefined) throw notFound(`Interruption ${path.id} not found.`);
    return toInterruptionView(row);
  }
}

@Resolver()
@Access('node.read')
class InterruptionResolver {
  constructor(
    @Inject(InterruptionQueries) private readonly interruptionQueries: InterruptionQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Query()
  async interruptions(@Args() args: QueryInterruptionsArgs): Promise<InterruptionConnectionView> {
    const filter = args.filter ?? {};
    return toConnection(
      await this.interruptionQueries.page(filter, readConnectionArgs(args)),
      toInterruptionView,
      {
        asOf: this.clock.now(),
        countAll: () => this.interruptionQueries.count(filter),
      },
    );
  }

  @Query()
  async interruption(@Args() { id }: QueryInterruptionArgs): Promise<InterruptionView | null> {
    const [row] = await this.interruptionQueries.byIds([id]);
    return row === undefined ? null : toInterruptionView(row);
  }

  @FindsObject('int', 'Interruption')
  findInterruption(id: string): Promise<InterruptionView | null> {
    return this.interruption({ id });
  }
}

@Module({
  controllers: [InterruptionController],
  providers: [InterruptionResolver, ...provideQueries(ClusterQueries, InterruptionQueries)],
})
export class InterruptionModule {}
