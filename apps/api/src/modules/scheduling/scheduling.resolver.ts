import type { ReadQueries } from '@kerf/db';
import { Inject } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../auth/access.js';
import { memoize } from '../../contract/memoize.js';
import type {
  PendingPod,
  QueryPendingPodArgs,
  QueryPendingPodGroupsArgs,
} from '../../generated/schema-types.js';
import { toConnection, toPageRequest } from '../../graphql/connection.js';
import { type ApiPorts, PORTS, QUERIES } from '../../parts.js';
import {
  type PendingPodGroupConnectionView,
  toGroupView,
  toPendingPodView,
} from './scheduling.mapper.js';

@Resolver()
@Access('read')
export class SchedulingResolver {
  constructor(
    @Inject(QUERIES) private readonly queries: ReadQueries,
    @Inject(PORTS) private readonly ports: ApiPorts,
  ) {}

  @Query()
  async pendingPodGroups(
    @Args() args: QueryPendingPodGroupsArgs,
  ): Promise<PendingPodGroupConnectionView> {
    const clusterId = args.clusterId ?? null;
    const { pods } = this.queries;
    const page = await pods.pendingGroups(clusterId, toPageRequest(args));
    const readCounts = memoize(() => pods.pendingCounts(clusterId));
    const countAll = async () => (await readCounts()).groups;
    const rest = { asOf: this.ports.clock.now(), countAll };
    return { ...toConnection(page, toGroupView, rest), readCounts };
  }

  @Query()
  async pendingPod(@Args() { clusterId, uid }: QueryPendingPodArgs): Promise<PendingPod | null> {
    const pod = await this.queries.pods.findPending(clusterId, uid);
    return pod === null ? null : toPendingPodView(pod);
  }
}
