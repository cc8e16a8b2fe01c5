import type { Clock } from '@kerf/application';
import { ClusterQueries, PodQueries } from '@kerf/db';
import { Controller, Get, Inject, Module } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../auth/access.js';
import { readFieldSelector } from '../../contract/field-selector.js';
import { memoize } from '../../contract/memoize.js';
import type {
  PendingPod,
  QueryPendingPodArgs,
  QueryPendingPodGroupsArgs,
} from '../../generated/schema-types.js';
import { readConnectionArgs, toConnection } from '../../graphql/connection.js';
import { CLOCK, provideQueries } from '../../parts.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import { rowsOf, toPage, toPageRequest } from '../../rest/paging.js';
import { clusterIdOf } from '../cluster/require-place.js';
import {
  schedulingOperations as operations,
  type PendingPodGroupConnectionView,
  selectablePodFields,
  toGroupView,
  toPendingPodView,
} from './scheduling.contract.js';

type Operations = typeof operations;

@Controller('api/v1/pending-pods')
@Access('pod.read')
class SchedulingController {
  constructor(
    @Inject(ClusterQueries) private readonly clusterQueries: ClusterQueries,
    @Inject(PodQueries) private readonly podQueries: PodQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  @Operation(operations.list)
  async list(
    @FromRequest() { query }: RequestOf<Operations['list']>,
  ): AnswerOf<Operations['list']> {
    const clusterId = await clusterIdOf(this.clusterQueries, query.cluster);
    const fields = readFieldSelector(query.fieldSelector, selectablePodFields);
    const page = await this.podQueries.pendingPage(
      { clusterId, fields, teams: query.team },
      toPageRequest(query),
    );
    return { ...toPage(page, this.clock.now()), items: rowsOf(page, toPendingPodView) };
  }
}

@Resolver()
@Access('pod.read')
class SchedulingResolver {
  constructor(
    @Inject(PodQueries) private readonly podQueries: PodQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Query()
  async pendingPodGroups(
    @Args() args: QueryPendingPodGroupsArgs,
  ): Promise<PendingPodGroupConnectionView> {
    const filter = { clusterId: args.clusterId ?? null, teams: args.teams };
    const page = await this.podQueries.pendingGroups(filter, readConnectionArgs(args));
    const readCounts = memoize(() => this.podQueries.pendingCounts(filter));
    const countAll = async () => (await readCounts()).groups;
    const rest = { asOf: this.clock.now(), countAll };
    return { ...toConnection(page, toGroupView, rest), readCounts };
  }

  @Query()
  async pendingPod(@Args() { clusterId, uid }: QueryPendingPodArgs): Promise<PendingPod | null> {
    const pod = await this.podQueries.findPending(clusterId, uid);
    return pod === null ? null : toPendingPodView(pod);
  }
}

@Module({
  controllers: [SchedulingController],
  providers: [SchedulingResolver, ...provideQueries(ClusterQueries, PodQueries)],
})
export class SchedulingModule {}
