import type { NodeClaimSummary, ReadQueries } from '@kerf/db';
import { Controller, Get, Inject } from '@nestjs/common';
import type { z } from 'zod';
import { Access } from '../../auth/access.js';
import { notFound } from '../../contract/public-error.js';
import { type ApiPorts, PORTS, QUERIES } from '../../parts.js';
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
    @Inject(QUERIES) private readonly queries: ReadQueries,
    @Inject(PORTS) private readonly ports: ApiPorts,
  ) {}

  @Get('clusters/:cluster/node-claims')
  @Operation(operations.list)
  async list(
    @FromRequest() { path, query }: RequestOf<Operations['list']>,
  ): AnswerOf<Operations['list']> {
    const { id } = await requirePlace(this.queries, path.cluster);
    const filter = { states: query.state, nodePools: query.nodePool };
    const page = await this.queries.nodeClaims.page(id, filter, toPageRequest(query));
    const items = await this.#toResources(page.items.map(({ value }) => value));
    return { ...toPage(page, this.ports.clock.now()), items };
  }

  @Get('node-claims/:id')
  @Operation(operations.get)
  async get(@FromRequest() { path }: RequestOf<Operations['get']>): AnswerOf<Operations['get']> {
    const claims = await this.queries.nodeClaims.byIds([path.id]);
    const [resource] = await this.#toResources(claims);
    if (resource === undefined) throw notFound(`NodeClaim ${path.id} not found.`);
    return resource;
  }

  async #toResources(claims: readonly NodeClaimSummary[]): Promise<readonly Resource[]> {
    const failures = await this.queries.nodeClaims.failures(claims.map(({ id }) => id));
    return claims.map((claim) => ({
      ...toNodeClaimView(claim),
      failures: failures.filter(({ nodeClaimId }) => nodeClaimId === claim.id).map(toFailureView),
    }));
  }
}
