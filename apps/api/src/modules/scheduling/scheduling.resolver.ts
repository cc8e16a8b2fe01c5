import type { Clock } from '@kerf/application';
import { PodQueries } from '@kerf/db';
import { Inject } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../auth/access.js';
import { memoize } from '../../contract/memoize.js';
import type {
  PendingPod,
  QueryPendingPodArgs,
  QueryPendingPodGroupsArgs,
} from '../../generated/schema-types.js';
import { readConnectionArgs, toConnection } from '../../graphql/connection.js';
import { CLOCK } from '../../parts.js';
import {
  type PendingPodGroupConnectionView,
  toGroupView,
  toPendingPodView,
} from './scheduling.mapper.js';

@Resolver()
@Access('read')
export class SchedulingResolver {
  constructor(
    @Inject(PodQueries) private readonly podQueries: PodQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Query()
  async pendingPodGroups(
    @Args() args: QueryPendingPodGroupsArgs,
  ): Promise<PendingPodGroupConnectionView> {
    const clusterId = args.clusterId ?? null;
    const page = await this.podQueries.pendingGroups(clusterId, readConnectionArgs(args));
    const readCounts = memoize(() => this.podQueries.pendingCounts(clusterId));
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
