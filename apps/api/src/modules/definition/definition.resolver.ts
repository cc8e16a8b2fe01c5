import type { Clock } from '@kerf/application';
import { DefinitionQueries } from '@kerf/db';
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
import { readConnectionArgs, toConnection } from '../../graphql/connection.js';
import { FindsObject } from '../../graphql/object-finders.js';
import { CLOCK } from '../../parts.js';
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
