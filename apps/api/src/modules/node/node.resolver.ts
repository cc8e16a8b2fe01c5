import type { Clock } from '@kerf/application';
import { ClusterQueries, NodeQueries } from '@kerf/db';
import { Inject } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../auth/access.js';
import { memoize } from '../../contract/memoize.js';
import type { QueryNodeArgs, QueryNodesArgs } from '../../generated/schema-types.js';
import { readConnectionArgs, toConnection } from '../../graphql/connection.js';
import { CLOCK } from '../../parts.js';
import { requirePlace } from '../cluster/require-place.js';
import { type NodeConnectionView, type NodeView, toNodeView, toTotalsView } from './node.mapper.js';

@Resolver()
@Access('read')
export class NodeResolver {
  constructor(
    @Inject(ClusterQueries) private readonly clusterQueries: ClusterQueries,
    @Inject(NodeQueries) private readonly nodeQueries: NodeQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Query()
  async nodes(@Args() args: QueryNodesArgs): Promise<NodeConnectionView> {
    const request = readConnectionArgs(args);
    const filter = args.filter ?? {};
    const order = args.orderBy ?? { field: 'NAME', direction: 'ASC' };
    const [{ syncedAt }, page] = await Promise.all([
      requirePlace(this.clusterQueries, args.clusterId),
      this.nodeQueries.page(args.clusterId, filter, order, request),
    ]);
    const readTotals = memoize(async () =>
      toTotalsView(await this.nodeQueries.totals(args.clusterId, filter)),
    );
    const asOf = syncedAt ?? this.clock.now();
    const countAll = async () => (await readTotals()).nodes;
    return { ...toConnection(page, toNodeView, { asOf, countAll }), readTotals };
  }

  @Query()
  async node(@Args() { clusterId, name }: QueryNodeArgs): Promise<NodeView | null> {
    const row = await this.nodeQueries.find({ clusterId, name });
    return row === null ? null : toNodeView(row);
  }
}
