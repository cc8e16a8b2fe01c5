import type { ReadQueries } from '@kerf/db';
import { Inject } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../auth/access.js';
import { memoize } from '../../contract/memoize.js';
import type { QueryNodeArgs, QueryNodesArgs } from '../../generated/schema-types.js';
import { toConnection, toPageRequest } from '../../graphql/connection.js';
import { type ApiPorts, PORTS, QUERIES } from '../../parts.js';
import { requirePlace } from '../cluster/require-place.js';
import { type NodeConnectionView, type NodeView, toNodeView, toTotalsView } from './node.mapper.js';

@Resolver()
@Access('read')
export class NodeResolver {
  constructor(
    @Inject(QUERIES) private readonly queries: ReadQueries,
    @Inject(PORTS) private readonly ports: ApiPorts,
  ) {}

  @Query()
  async nodes(@Args() args: QueryNodesArgs): Promise<NodeConnectionView> {
    const request = toPageRequest(args);
    const filter = args.filter ?? {};
    const order = args.orderBy ?? { field: 'NAME', direction: 'ASC' };
    const { nodes } = this.queries;
    const [{ syncedAt }, page] = await Promise.all([
      requirePlace(this.queries, args.clusterId),
      nodes.page(args.clusterId, filter, order, request),
    ]);
    const readTotals = memoize(async () =>
      toTotalsView(await nodes.totals(args.clusterId, filter)),
    );
    const asOf = syncedAt ?? this.ports.clock.now();
    const countAll = async () => (await readTotals()).nodes;
    return { ...toConnection(page, toNodeView, { asOf, countAll }), readTotals };
  }

  @Query()
  async node(@Args() { clusterId, name }: QueryNodeArgs): Promise<NodeView | null> {
    const row = await this.queries.nodes.find({ clusterId, name });
    return row === null ? null : toNodeView(row);
  }
}
