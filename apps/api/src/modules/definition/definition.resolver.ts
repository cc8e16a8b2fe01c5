import type { ReadQueries } from '@kerf/db';
import { Inject } from '@nestjs/common';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Access, CalledBy } from '../../auth/access.js';
import { toUserError, toUserErrors } from '../../contract/outcome.js';
import type {
  ApplyManifestsInput,
  ApplyManifestsPayload,
  DeleteDefinitionInput,
  DeleteDefinitionPayload,
  QueryNodeClassArgs,
  QueryNodeClassesArgs,
  QueryNodePoolArgs,
  QueryNodePoolsArgs,
} from '../../generated/schema-types.js';
import { toConnection, toPageRequest } from '../../graphql/connection.js';
import { type ApiPorts, PORTS, QUERIES } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import {
  type NodeClassConnectionView,
  type NodeClassView,
  type NodePoolConnectionView,
  type NodePoolView,
  toNodeClassView,
  toNodePoolView,
} from './definition.mapper.js';
import { DefinitionWrites } from './definition.writes.js';

@Resolver()
@Access('read')
export class DefinitionResolver {
  constructor(
    @Inject(QUERIES) private readonly queries: ReadQueries,
    @Inject(PORTS) private readonly ports: ApiPorts,
    @Inject(DefinitionWrites) private readonly writes: DefinitionWrites,
  ) {}

  @Query()
  async nodePools(@Args() args: QueryNodePoolsArgs): Promise<NodePoolConnectionView> {
    const clusterId = args.clusterId ?? null;
    const { definitions } = this.queries;
    return toConnection(
      await definitions.nodePools(clusterId, toPageRequest(args)),
      toNodePoolView,
      { asOf: this.ports.clock.now(), countAll: () => definitions.countNodePools(clusterId) },
    );
  }

  @Query()
  async nodePool(@Args() { id }: QueryNodePoolArgs): Promise<NodePoolView | null> {
    const record = await this.queries.definitions.findNodePool(id);
    return record === null ? null : toNodePoolView(record);
  }

  @Query()
  async nodeClasses(@Args() args: QueryNodeClassesArgs): Promise<NodeClassConnectionView> {
    const clusterId = args.clusterId ?? null;
    const { definitions } = this.queries;
    return toConnection(
      await definitions.nodeClasses(clusterId, toPageRequest(args)),
      toNodeClassView,
      { asOf: this.ports.clock.now(), countAll: () => definitions.countNodeClasses(clusterId) },
    );
  }

  @Query()
  async nodeClass(@Args() { id }: QueryNodeClassArgs): Promise<NodeClassView | null> {
    const record = await this.queries.definitions.findNodeClass(id);
    return record === null ? null : toNodeClassView(record);
  }

  @Mutation()
  @Access('write')
  async applyManifests(
    @Args('input') input: ApplyManifestsInput,
    @CalledBy() caller: Caller,
  ): Promise<ApplyManifestsPayload> {
    const { refusals, ...applied } = await this.writes.apply(caller, input);
    return { ...applied, userErrors: refusals.map(toUserError) };
  }

  @Mutation()
  @Access('write')
  async deleteDefinition(
    @Args('input') input: DeleteDefinitionInput,
    @CalledBy() caller: Caller,
  ): Promise<DeleteDefinitionPayload> {
    const outcome = await this.writes.delete(caller, input);
    return { deletedId: outcome.ok ? outcome.value : null, userErrors: toUserErrors(outcome) };
  }
}
