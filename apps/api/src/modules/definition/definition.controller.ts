import type { ReadQueries } from '@kerf/db';
import { Controller, Delete, Get, Inject, Post } from '@nestjs/common';
import { Access, AskedBy } from '../../auth/access.js';
import { valueOf } from '../../contract/outcome.js';
import { badInput, notFound } from '../../contract/public-error.js';
import { createLoaders } from '../../graphql/loaders.js';
import type { Asker } from '../../http/current-request.js';
import { type ApiPorts, PORTS, QUERIES } from '../../parts.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import { rowsOf, toPage, toPageRequest } from '../../rest/paging.js';
import { clusterIdOf, requirePlace } from '../cluster/require-place.js';
import { readNodeClass, readNodePool } from './definition.details.js';
import { definitionOperations as operations } from './definition.operations.js';
import { type AppliedView, DefinitionWrites } from './definition.writes.js';

type Operations = typeof operations;

@Controller('api/v1')
@Access('read')
export class DefinitionController {
  constructor(
    @Inject(QUERIES) private readonly queries: ReadQueries,
    @Inject(PORTS) private readonly ports: ApiPorts,
    @Inject(DefinitionWrites) private readonly writes: DefinitionWrites,
  ) {}

  @Get('node-pools')
  @Operation(operations.listNodePools)
  async listNodePools(
    @FromRequest() { query }: RequestOf<Operations['listNodePools']>,
  ): AnswerOf<Operations['listNodePools']> {
    const clusterId = await clusterIdOf(this.queries, query.cluster);
    const page = await this.queries.definitions.nodePools(clusterId, toPageRequest(query));
    const loaders = createLoaders(this.queries);
    const items = await Promise.all(rowsOf(page, (record) => readNodePool(record, loaders)));
    return { ...toPage(page, this.ports.clock.now()), items };
  }

  @Get('node-pools/:id')
  @Operation(operations.getNodePool)
  async getNodePool(
    @FromRequest() { path }: RequestOf<Operations['getNodePool']>,
  ): AnswerOf<Operations['getNodePool']> {
    const record = await this.queries.definitions.findNodePool(path.id);
    if (record === null) throw notFound(`there is no NodePool ${path.id}`);
    return readNodePool(record, createLoaders(this.queries));
  }

  @Delete('node-pools/:id')
  @Access('write')
  @Operation(operations.deleteNodePool)
  async deleteNodePool(
    @FromRequest() { path, seenVersion }: RequestOf<Operations['deleteNodePool']>,
    @AskedBy() asker: Asker,
  ): AnswerOf<Operations['deleteNodePool']> {
    valueOf(await this.writes.delete(asker, { id: path.id, expectedVersion: seenVersion }));
  }

  @Get('node-classes')
  @Operation(operations.listNodeClasses)
  async listNodeClasses(
    @FromRequest() { query }: RequestOf<Operations['listNodeClasses']>,
  ): AnswerOf<Operations['listNodeClasses']> {
    const clusterId = await clusterIdOf(this.queries, query.cluster);
    const page = await this.queries.definitions.nodeClasses(clusterId, toPageRequest(query));
    const loaders = createLoaders(this.queries);
    const items = await Promise.all(rowsOf(page, (record) => readNodeClass(record, loaders)));
    return { ...toPage(page, this.ports.clock.now()), items };
  }

  @Get('node-classes/:id')
  @Operation(operations.getNodeClass)
  async getNodeClass(
    @FromRequest() { path }: RequestOf<Operations['getNodeClass']>,
  ): AnswerOf<Operations['getNodeClass']> {
    const record = await this.queries.definitions.findNodeClass(path.id);
    if (record === null) throw notFound(`there is no EC2NodeClass ${path.id}`);
    return readNodeClass(record, createLoaders(this.queries));
  }

  @Delete('node-classes/:id')
  @Access('write')
  @Operation(operations.deleteNodeClass)
  async deleteNodeClass(
    @FromRequest() { path, seenVersion }: RequestOf<Operations['deleteNodeClass']>,
    @AskedBy() asker: Asker,
  ): AnswerOf<Operations['deleteNodeClass']> {
    valueOf(await this.writes.delete(asker, { id: path.id, expectedVersion: seenVersion }));
  }

  @Post('clusters/:cluster/manifests')
  @Access('write')
  @Operation(operations.apply)
  async apply(
    @FromRequest() { path, query, body, key }: RequestOf<Operations['apply']>,
    @AskedBy() asker: Asker,
  ): AnswerOf<Operations['apply']> {
    const { id: clusterId } = await requirePlace(this.queries, path.cluster);
    const input = { ...query, ...body, clusterId, idempotencyKey: key };
    const applied = valueOf(await this.writes.apply(asker, input));
    if (!applied.applied && !query.dryRun) throw refusal(applied);
    return applied;
  }
}

/** Nothing was saved: the errors of the refused documents say why. */
function refusal({ documents }: AppliedView) {
  const refused = documents.filter(({ accepted }) => !accepted);
  return badInput(
    `${refused.length} of ${documents.length} documents were refused, and none was saved`,
    refused.flatMap(({ index, findings }) =>
      findings
        .filter(({ severity }) => severity === 'Error')
        .map(({ path, message }) => ({ path: `documents.${index}.${path}`, message })),
    ),
  );
}
