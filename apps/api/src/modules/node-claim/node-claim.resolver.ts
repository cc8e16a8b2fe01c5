import type { ReadQueries } from '@kerf/db';
import { Inject } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../auth/access.js';
import type { QueryNodeClaimArgs, QueryNodeClaimsArgs } from '../../generated/schema-types.js';
import { toConnection, toPageRequest } from '../../graphql/connection.js';
import { type ApiPorts, PORTS, QUERIES } from '../../parts.js';
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
    @Inject(QUERIES) private readonly queries: ReadQueries,
    @Inject(PORTS) private readonly ports: ApiPorts,
  ) {}

  @Query()
  async nodeClaims(@Args() args: QueryNodeClaimsArgs): Promise<NodeClaimConnectionView> {
    const request = toPageRequest(args);
    const { clusterId } = args;
    const filter = args.filter ?? {};
    const { nodeClaims } = this.queries;
    const [, page] = await Promise.all([
      requirePlace(this.queries, clusterId),
      nodeClaims.page(clusterId, filter, request),
    ]);
    return toConnection(page, toNodeClaimView, {
      asOf: this.ports.clock.now(),
      countAll: () => nodeClaims.count(clusterId, filter),
    });
  }

  @Query()
  async nodeClaim(@Args() { id }: QueryNodeClaimArgs): Promise<NodeClaimView | null> {
    const [claim] = await this.queries.nodeClaims.byIds([id]);
    return claim === undefined ? null : toNodeClaimView(claim);
  }
}
