import type { Clock } from '@kerf/application';
import { ClusterQueries, NodeClaimQueries, type NodeClaimSummary } from '@kerf/db';
import { Controller, Get, Inject } from '@nestjs/common';
import type { z } from 'zod';
import { Access } from '../../auth/access.js';
import { notFound } from '../../contract/public-error.js';
import { CLOCK } from '../../parts.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import { toPage, toPageRequest } from '../../rest/paging.js';
import { requirePlace } from '../cluster/require-place.js';
import { toFailureView, toNodeClaimView } from './node-claim.mapper.js';
import { nodeClaimOperations as operations } from './node-claim.operations.js';
import type { nodeClaimResource } from './node-claim.resource.js';

type Operations = typeof operations;
type Resource = z.output<typeof nodeClaimResource>;

@Controller('api/v1')
@Access('read')
export class NodeClaimController {
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
    const filter = { states: query.state, nodePools: query.nodePool };
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
