import type { AppError } from '@kerf/core';
import { ClusterQueries } from '@kerf/db';
import { Controller, Delete, Get, Inject, Patch, Post, Put, Res } from '@nestjs/common';
import { Args, Mutation, Resolver } from '@nestjs/graphql';
import type { Response } from 'express';
import { Access, CalledBy } from '../../auth/access.js';
import {
  type Refusal,
  toFailure,
  toUserError,
  toUserErrors,
  valueOf,
} from '../../contract/outcome.js';
import { requirePlace } from '../../contract/require-place.js';
import type {
  ApplyManifestsInput,
  ApplyManifestsPayload,
  DeleteDefinitionInput,
  DeleteDefinitionPayload,
  DocumentReading,
} from '../../generated/schema-types.js';
import { serveNoun } from '../../handlers/serve-noun.js';
import type { Caller } from '../../request/current-request.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import type { Patch as PatchBody } from '../../rest/patch.js';
import { applyOperation, nodeClassOperations, nodePoolOperations } from './definition.contract.js';
import { toNodeClassView, toNodePoolView } from './definition.mapper.js';
import {
  DefinitionReads,
  nodeClassFieldsInRest,
  nodePoolFieldsInRest,
} from './definition.reads.js';
import { DefinitionWrites } from './definition.writes.js';

const paths = { NodePool: 'node-pools', EC2NodeClass: 'node-classes' } as const;

export const definitions = serveNoun(
  { path: 'api/v1', writes: DefinitionWrites, reads: DefinitionReads },
  (callersWith) => {
    const { pages, one } = callersWith('definition.read');
    pages([nodePoolOperations.list, Get('node-pools'), 'nodePools'], {
      page: ({ queries }, { clusterId = null, name }, request) =>
        queries.nodePools({ clusterId, name }, request),
      count: ({ queries }, { clusterId = null, name }) =>
        queries.countNodePools({ clusterId, name }),
      view: toNodePoolView,
      fields: nodePoolFieldsInRest,
    });
    one(
      [nodePoolOperations.get, Get('node-pools/:id'), 'nodePool'],
      { kind: 'NodePool', finds: ['npl', 'NodePool'] },
      (reads, id) => reads.nodePool(id),
      nodePoolFieldsInRest,
    );
    pages([nodeClassOperations.list, Get('node-classes'), 'nodeClasses'], {
      page: ({ queries }, { clusterId = null, name }, request) =>
        queries.nodeClasses({ clusterId, name }, request),
      count: ({ queries }, { clusterId = null, name }) =>
        queries.countNodeClasses({ clusterId, name }),
      view: toNodeClassView,
      fields: nodeClassFieldsInRest,
    });
    one(
      [nodeClassOperations.get, Get('node-classes/:id'), 'nodeClass'],
      { kind: 'EC2NodeClass', finds: ['ncs', 'NodeClass'] },
      (reads, id) => reads.nodeClass(id),
      nodeClassFieldsInRest,
    );
  },
  (callersWith) => {
    const { route } = callersWith('definition.write');
    for (const kind of ['NodePool', 'EC2NodeClass'] as const) {
      const operations = kind === 'NodePool' ? nodePoolOperations : nodeClassOperations;
      const path = paths[kind];
      route(operations.create, Post(path), async ({ writes, reads }, input, call) =>
        reads.written(kind, valueOf(await writes.create(call.caller, kind, input)), call),
      );
      route(operations.replace, Put(`${path}/:id`), async ({ writes, reads }, input, call) =>
        reads.written(kind, valueOf(await writes.replace(call.caller, kind, input)), call),
      );
      route(operations.patch, Patch(`${path}/:id`), async ({ writes, reads }, input, call) => {
        const outcome = await writes.patch(call.caller, kind, input);
        return reads.written(kind, valueOf(outcome, pathIn(input.patch)), call);
      });
      route(operations.remove, Delete(`${path}/:id`), async ({ writes }, input, { caller }) => {
        valueOf(await writes.delete(caller, input));
      });
    }
  },
);

/** A merge patch has the paths of the manifest; the operations of a JSON patch have others. */
const pathIn =
  ({ kind }: PatchBody) =>
  (field: string): string =>
    kind === 'Merge' ? field.replace(/^manifest[.]/, '') : field;

/** The response of REST says more than the first refusal, so it is no write of the list. */
@Controller('api/v1/clusters/:cluster/manifests')
export class ManifestController {
  constructor(
    @Inject(ClusterQueries) private readonly clusterQueries: ClusterQueries,
    @Inject(DefinitionWrites) private readonly writes: DefinitionWrites,
  ) {}

  @Post()
  @Access('definition.write')
  @Operation(applyOperation)
  async apply(
    @FromRequest() { path, query, body, key }: RequestOf<typeof applyOperation>,
    @CalledBy() caller: Caller,
    @Res({ passthrough: true }) response: Response,
  ): AnswerOf<typeof applyOperation> {
    const { id: clusterId } = await requirePlace(this.clusterQueries, path.cluster);
    const input = { ...query, ...body, clusterId, idempotencyKey: key };
    const { refusals, ...applied } = await this.writes.apply(caller, input);
    if (refusals.length > 0) throw toRefusal(refusals, applied.documents);
    const created = applied.applied ? applied.documents.filter(isCreated) : [];
    if (created.length > 0) response.status(201);
    const [first] = created;
    if (first !== undefined && applied.documents.length === 1) {
      const list = first.kind === 'NodePool' ? paths.NodePool : paths.EC2NodeClass;
      response.setHeader('Location', `/api/v1/${list}/${first.definitionId}`);
    }
    return applied;
  }
}

const isCreated = ({ outcome }: DocumentReading): boolean => outcome === 'Created';

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
@Access('definition.write')
export class DefinitionResolver {
  constructor(@Inject(DefinitionWrites) private readonly writes: DefinitionWrites) {}

  @Mutation()
  async applyManifests(
    @Args('input') input: ApplyManifestsInput,
    @CalledBy() caller: Caller,
  ): Promise<ApplyManifestsPayload> {
    const { refusals, ...applied } = await this.writes.apply(caller, input);
    return { ...applied, userErrors: refusals.map(toUserError) };
  }

  @Mutation()
  async deleteDefinition(
    @Args('input') input: DeleteDefinitionInput,
    @CalledBy() caller: Caller,
  ): Promise<DeleteDefinitionPayload> {
    const outcome = await this.writes.delete(caller, input);
    return { deletedId: outcome.ok ? outcome.value : null, userErrors: toUserErrors(outcome) };
  }
}
