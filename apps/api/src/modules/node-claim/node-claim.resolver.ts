import type { Clock } from '@kerf/application';
import { ClusterQueries, NodeClaimQueries } from '@kerf/db';
import { Inject } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../auth/access.js';
import type { QueryNodeClaimArgs, QueryNodeClaimsArgs } from '../../generated/schema-types.js';
import { readConnectionArgs, toConnection } from '../../graphql/connection.js';
import { FindsObject } from '../../graphql/object-finders.js';
import { CLOCK } from '../../parts.js';
import { requirePlace } from '../cluster/require-place.js';
import {
  type NodeClaimConnectionView,
  type NodeClaimView,
  toNodeClaimView,
} from './node-claim.mapper.js';

@Resolver()
@Access('read')
export class NodeClaimResolver {
  constructor(
    @Inject(ClusterQueries) private readonly clusterQueries: ClusterQueries,
    @Inject(NodeClaimQueries) private readonly nodeClaimQueries: NodeClaimQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Query()
  async nodeClaims(@Args() args: QueryNodeClaimsArgs): Promise<NodeClaimConnectionView> {
    const request = readConnectionArgs(args);
    const { clusterId } = args;
    const filter = args.filter ?? {};
    const [, page] = await Promise.all([
      requirePlace(this.clusterQueries, clusterId),
      this.nodeClaimQueries.page(clusterId, filter, request),
    ]);
    return toConnection(page, toNodeClaimView, {
      asOf: this.clock.now(),
      countAll: () => this.nodeClaimQueries.count(clusterId, filter),
    });
  }

  @Query()
  async nodeClaim(@Args() { id }: QueryNodeClaimArgs): Promise<NodeClaimView | null> {
    const [claim] = await this.nodeClaimQueries.byIds([id]);
    return claim === undefined ? null : toNodeClaimView(claim);
  }

  @FindsObject('ncl', 'NodeClaim')
  findNodeClaim(id: string): Promise<NodeClaimView | null> {
    return this.nodeClaim({ id });
  }
}
