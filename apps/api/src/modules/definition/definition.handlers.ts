import type { Clock } from '@kerf/application';
import type { AppError } from '@kerf/core';
import { ClusterQueries, DefinitionQueries } from '@kerf/db';
import { Controller, Delete, Get, Inject, Patch, Post, Put, Res } from '@nestjs/common';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { Response } from 'express';
import { Access, CalledBy } from '../../auth/access.js';
import {
  type Refusal,
  toFailure,
  toUserError,
  toUserErrors,
  valueOf,
} from '../../contract/outcome.js';
import type {
  ApplyManifestsInput,
  ApplyManifestsPayload,
  DeleteDefinitionInput,
  DeleteDefinitionPayload,
  DocumentReading,
  QueryNodeClassArgs,
  QueryNodeClassesArgs,
  QueryNodePoolArgs,
  QueryNodePoolsArgs,
} from '../../generated/schema-types.js';
import { readConnectionArgs, toConnection } from '../../graphql/connection.js';
import { FindsObject } from '../../graphql/object-finders.js';
import { CLOCK } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import { toPage, toPageRequest } from '../../rest/paging.js';
import type { Patch as PatchBody } from '../../rest/patch.js';
import { clusterIdOf, requirePlace } from '../cluster/require-place.js';
import { definitionOperations as operations } from './definition.contract.js';
import {
  type NodeClassConnectionView,
  type NodeClassView,
  type NodePoolConnectionView,
  type NodePoolView,
  toNodeClassView,
  toNodePoolView,
} from './definition.mapper.js';
import { DefinitionReads } from './definition.reads.js';
import { DefinitionWrites } from './definition.writes.js';

type Operations = typeof operations;

@Controller('api/v1')
@Access('definition.read')
export class DefinitionController {
  constructor(
    @Inject(ClusterQueries) private readonly clusterQueries: ClusterQueries,
    @Inject(DefinitionReads) private readonly reads: DefinitionReads,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(DefinitionWrites) private readonly writes: DefinitionWrites,
  ) {}

  @Get('node-pools')
  @Operation(operations.listNodePools)
  async listNodePools(
    @FromRequest() { query }: RequestOf<Operations['listNodePools']>,
  ): AnswerOf<Operations['listNodePools']> {
    const clusterId = await clusterIdOf(this.clusterQueries, query.cluster);
    const { page, items } = await this.reads.nodePools(
      { clusterId, name: query.name },
      toPageRequest(query),
    );
    return { ...toPage(page, this.clock.now()), items };
  }

  @Get('node-pools/:id')
  @Operation(operations.getNodePool)
  getNodePool(
    @FromRequest() { path }: RequestOf<Operations['getNodePool']>,
  ): AnswerOf<Operations['getNodePool']> {
    return this.reads.nodePool(path.id);
  }

  @Post('node-pools')
  @Access('definition.write')
  @Operation(operations.createNodePool)
  async createNodePool(
    @FromRequest() { query, body, key }: RequestOf<Operations['createNodePool']>,
    @CalledBy() caller: Caller,
    @Res({ passthrough: true }) response: Response,
  ): AnswerOf<Operations['createNodePool']> {
    const { cluster, ...options } = query;
    const { id: clusterId } = await requirePlace(this.clusterQueries, cluster);
    const input = { ...options, ...body, clusterId, idempotencyKey: key };
    const written = valueOf(await this.writes.create(caller, 'NodePool', input));
    if (written.kind === 'Read') return written.reading;
    response.status(201).setHeader('Location', locationOf('NodePool', written.id));
    return this.reads.nodePool(written.id);
  }

  @Put('node-pools/:id')
  @Access('definition.write')
  @Operation(operations.replaceNodePool)
  async replaceNodePool(
    @FromRequest() { path, query, body, seenVersion }: RequestOf<Operations['replaceNodePool']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['replaceNodePool']> {
    const input = { ...query, ...body, id: path.id, expectedVersion: seenVersion };
    const written = valueOf(await this.writes.replace(caller, 'NodePool', input));
    return written.kind === 'Read' ? written.reading : this.reads.nodePool(written.id);
  }

  @Patch('node-pools/:id')
  @Access('definition.write')
  @Operation(operations.patchNodePool)
  async patchNodePool(
    @FromRequest() { path, query, patch, seenVersion }: RequestOf<Operations['patchNodePool']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['patchNodePool']> {
    const input = { ...query, patch, id: path.id, expectedVersion: seenVersion };
    const written = valueOf(await this.writes.patch(caller, 'NodePool', input), pathIn(patch));
    return written.kind === 'Read' ? written.reading : this.reads.nodePool(written.id);
  }

  @Delete('node-pools/:id')
  @Access('definition.write')
  @Operation(operations.deleteNodePool)
  async deleteNodePool(
    @FromRequest() { path, query, seenVersion }: RequestOf<Operations['deleteNodePool']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['deleteNodePool']> {
    const input = { ...query, id: path.id, expectedVersion: seenVersion };
    valueOf(await this.writes.delete(caller, input));
  }

  @Get('node-classes')
  @Operation(operations.listNodeClasses)
  async listNodeClasses(
    @FromRequest() { query }: RequestOf<Operations['listNodeClasses']>,
  ): AnswerOf<Operations['listNodeClasses']> {
    const clusterId = await clusterIdOf(this.clusterQueries, query.cluster);
    const { page, items } = await this.reads.nodeClasses(
      { clusterId, name: query.name },
      toPageRequest(query),
    );
    return { ...toPage(page, this.clock.now()), items };
  }

  @Get('node-classes/:id')
  @Operation(operations.getNodeClass)
  getNodeClass(
    @FromRequest() { path }: RequestOf<Operations['getNodeClass']>,
  ): AnswerOf<Operations['getNodeClass']> {
    return this.reads.nodeClass(path.id);
  }

  @Post('node-classes')
  @Access('definition.write')
  @Operation(operations.createNodeClass)
  async createNodeClass(
    @FromRequest() { query, body, key }: RequestOf<Operations['createNodeClass']>,
    @CalledBy() caller: Caller,
    @Res({ passthrough: true }) response: Response,
  ): AnswerOf<Operations['createNodeClass']> {
    const { cluster, ...options } = query;
    const { id: clusterId } = await requirePlace(this.clusterQueries, cluster);
    const input = { ...options, ...body, clusterId, idempotencyKey: key };
    const written = valueOf(await this.writes.create(caller, 'EC2NodeClass', input));
    if (written.kind === 'Read') return written.reading;
    response.status(201).setHeader('Location', locationOf('EC2NodeClass', written.id));
    return this.reads.nodeClass(written.id);
  }

  @Put('node-classes/:id')
  @Access('definition.write')
  @Operation(operations.replaceNodeClass)
  async replaceNodeClass(
    @FromRequest() { path, query, body, seenVersion }: RequestOf<Operations['replaceNodeClass']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['replaceNodeClass']> {
    const input = { ...query, ...body, id: path.id, expectedVersion: seenVersion };
    const written = valueOf(await this.writes.replace(caller, 'EC2NodeClass', input));
    return written.kind === 'Read' ? written.reading : this.reads.nodeClass(written.id);
  }

  @Patch('node-classes/:id')
  @Access('definition.write')
  @Operation(operations.patchNodeClass)
  async patchNodeClass(
    @FromRequest() { path, query, patch, seenVersion }: RequestOf<Operations['patchNodeClass']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['patchNodeClass']> {
    const input = { ...query, patch, id: path.id, expectedVersion: seenVersion };
    const written = valueOf(await this.writes.patch(caller, 'EC2NodeClass', input), pathIn(patch));
    return written.kind === 'Read' ? written.reading : this.reads.nodeClass(written.id);
  }

  @Delete('node-classes/:id')
  @Access('definition.write')
  @Operation(operations.deleteNodeClass)
  async deleteNodeClass(
    @FromRequest() { path, query, seenVersion }: RequestOf<Operations['deleteNodeClass']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['deleteNodeClass']> {
    const input = { ...query, id: path.id, expectedVersion: seenVersion };
    valueOf(await this.writes.delete(caller, input));
  }

  @Post('clusters/:cluster/manifests')
  @Access('definition.write')
  @Operation(operations.apply)
  async apply(
    @FromRequest() { path, query, body, key }: RequestOf<Operations['apply']>,
    @CalledBy() caller: Caller,
    @Res({ passthrough: true }) response: Response,
  ): AnswerOf<Operations['apply']> {
    const { id: clusterId } = await requirePlace(this.clusterQueries, path.cluster);
    const input = { ...query, ...body, clusterId, idempotencyKey: key };
    const { refusals, ...applied } = await this.writes.apply(caller, input);
    if (refusals.length > 0) throw toRefusal(refusals, applied.documents);
    const created = applied.applied ? applied.documents.filter(isCreated) : [];
    if (created.length > 0) response.status(201);
    const [first] = created;
    if (first !== undefined && applied.documents.length === 1) {
      response.setHeader('Location', locationOf(first.kind, first.definitionId));
    }
    return applied;
  }
}

/** A merge patch has the paths of the manifest; the operations of a JSON patch have others. */
const pathIn =
  ({ kind }: PatchBody) =>
  (field: string): string =>
    kind === 'Merge' ? field.replace(/^manifest[.]/, '') : field;

const isCreated = ({ outcome }: DocumentReading): boolean => outcome === 'Created';

function locationOf(kind: string | null, id: string | null): string {
  return `/api/v1/${kind === 'NodePool' ? 'node-pools' : 'node-classes'}/${id}`;
}

/** Why nothing was saved; positions of invalid documents are those of the response's `documents`. */
function toRefusal(refusals: readonly Refusal[], documents: readonly DocumentReading[]): AppError {
  const refused = documents.filter(({ accepted }) => !accepted).length;
  const pathOf = (field: string): string => field.replace(/^manifests[.]/, 'documents.');
  const isAboutDocuments = refusals.every(({ field }) => field?.startsWith('manifests.') === true);
  return isAboutDocuments
    ? toFailure(refusals, {
        pathOf,
        summary: `${refused} of ${documents.length} documents are invalid. Nothing was saved.`,
      })
    : toFailure(refusals, { pathOf });
}

@Resolver()
@Access('definition.read')
export class DefinitionResolver {
  constructor(
    @Inject(DefinitionQueries) private readonly definitionQueries: DefinitionQueries,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(DefinitionWrites) private readonly writes: DefinitionWrites,
  ) {}

  @Query()
  async nodePools(@Args() args: QueryNodePoolsArgs): Promise<NodePoolConnectionView> {
    const filter = { clusterId: args.clusterId ?? null, name: args.name };
    return toConnection(
      await this.definitionQueries.nodePools(filter, readConnectionArgs(args)),
      toNodePoolView,
      { asOf: this.clock.now(), countAll: () => this.definitionQueries.countNodePools(filter) },
    );
  }

  @Query()
  async nodePool(@Args() { id }: QueryNodePoolArgs): Promise<NodePoolView | null> {
    const record = await this.definitionQueries.findNodePool(id);
    return record === null ? null : toNodePoolView(record);
  }

  @Query()
  async nodeClasses(@Args() args: QueryNodeClassesArgs): Promise<NodeClassConnectionView> {
    const filter = { clusterId: args.clusterId ?? null, name: args.name };
    return toConnection(
      await this.definitionQueries.nodeClasses(filter, readConnectionArgs(args)),
      toNodeClassView,
      {
        asOf: this.clock.now(),
        countAll: () => this.definitionQueries.countNodeClasses(filter),
      },
    );
  }

  @Query()
  async nodeClass(@Args() { id }: QueryNodeClassArgs): Promise<NodeClassView | null> {
    const record = await this.definitionQueries.findNodeClass(id);
    return record === null ? null : toNodeClassView(record);
  }

  @Mutation()
  @Access('definition.write')
  async applyManifests(
    @Args('input') input: ApplyManifestsInput,
    @CalledBy() caller: Caller,
  ): Promise<ApplyManifestsPayload> {
    const { refusals, ...applied } = await this.writes.apply(caller, input);
    return { ...applied, userErrors: refusals.map(toUserError) };
  }

  @Mutation()
  @Access('definition.write')
  async deleteDefinition(
    @Args('input') input: DeleteDefinitionInput,
    @CalledBy() caller: Caller,
  ): Promise<DeleteDefinitionPayload> {
    const outcome = await this.writes.delete(caller, input);
    return { deletedId: outcome.ok ? outcome.value : null, userErrors: toUserErrors(outcome) };
  }

  @FindsObject('npl', 'NodePool')
  findNodePool(id: string): Promise<NodePoolView | null> {
    return this.nodePool({ id });
  }

  @FindsObject('ncs', 'NodeClass')
  findNodeClass(id: string): Promise<NodeClassView | null> {
    return this.nodeClass({ id });
  }
}
