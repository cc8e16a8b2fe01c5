import type { Clock } from '@kerf/application';
import { ClusterQueries, NodeClaimQueries, type NodeClaimSummary } from '@kerf/db';
import { Controller, Get, Inject, Module } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import type { z } from 'zod';
import { Access } from '../../auth/access.js';
import { readFieldSelector } from '../../contract/field-selector.js';
import { notFound } from '../../contract/public-error.js';
import type { QueryNodeClaimArgs, QueryNodeClaimsArgs } from '../../generated/schema-types.js';
import { readConnectionArgs, toConnection } from '../../graphql/connection.js';
import { FindsObject } from '../../graphql/object-finders.js';
import { CLOCK, provideQueries } from '../../parts.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import { toPage, toPageRequest } from '../../rest/paging.js';
import { requirePlace } from '../cluster/require-place.js';
import {
  type NodeClaimConnectionView,
  type NodeClaimView,
  type nodeClaimResource,
  nodeClaimOperations as operations,
  selectableClaimFields,
  toFailureView,
  toNodeClaimView,
} from './node-claim.contract.js';

type Operations = typeof operations;
type Resource = z.output<typeof nodeClaimResource>;

@Controller('api/v1')
@Access('node.read')
class NodeClaimController {
  constructor(
    @Inject(ClusterQueries) private readonly clusterQueries: ClusterQueries,
    @Inject(NodeClaimQueries) private readonly nodeClaimQueries: NodeClaimQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('clusters/:cluster/node-claims')
  @Operation(operations.list)
  async list(
    @FromRequest() { path, query }: RequestOf<Operations['list']>,
  ): AnswerOf<Operations['list']> {
    const { id } = await requirePlace(this.clusterQueries, path.cluster);
    const fields = readFieldSelector(query.fieldSelector, selectableClaimFields);
    const filter = { states: query.state, nodePools: query.nodePool, fields };
    const page = await this.nodeClaimQueries.page(id, filter, toPageRequest(query));
    const items = await this.#toResources(page.items.map(({ value }) => value));
    return { ...toPage(page, this.clock.now()), items };
  }

  @Get('node-claims/:id')
  @Operation(operations.get)
  async get(@FromRequest() { path }: RequestOf<Operations['get']>): AnswerOf<Operations['get']> {
    const claims = await this.nodeClaimQueries.byIds([path.id]);
    const [resource] = await this.#toResources(claims);
    if (resource === undefined) throw notFound(`NodeClaim ${path.id} not found.`);
    return resource;
  }

  async #toResources(claims: readonly NodeClaimSummary[]): Promise<readonly Resource[]> {
    const failures = await this.nodeClaimQueries.failures(claims.map(({ id }) => id));
    return claims.map((claim) => ({
      ...toNodeClaimView(claim),
      failures: failures.filter(({ nodeClaimId }) => nodeClaimId === claim.id).map(toFailureView),
    }));
  }
}

@Resolver()
@Access('node.read')
class NodeClaimResolver {
  constructor(
    @Inject(ClusterQueries) private readonly clusterQueries: ClusterQueries,
    @Inject(NodeClaimQueries) private readonly nodeClaimQueries: NodeClaimQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Query()
  async nodeClaims(@Args() args: QueryNodeClaimsArgs): Promise<NodeClaimConnectionView> {
    const request = readConnectionArgs(args);
    const { clusterId } = args;
    const fields = readFieldSelector(args.filter?.fieldSelector, selectableClaimFields);
    const filter = { ...args.filter, fields };
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

@Module({
  controllers: [NodeClaimController],
  providers: [NodeClaimResolver, ...provideQueries(ClusterQueries, NodeClaimQueries)],
})
export class NodeClaimModule {}
