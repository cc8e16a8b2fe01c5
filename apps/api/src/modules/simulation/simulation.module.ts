import { ClusterQueries, NodeQueries } from '@kerf/db';
import { Controller, Get, Inject, Module, Post, Res } from '@nestjs/common';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { Response } from 'express';
import { Access, CalledBy } from '../../auth/access.js';
import { toUserErrors, valueOf } from '../../contract/outcome.js';
import { notFound } from '../../contract/public-error.js';
import type { ResolversParentTypes } from '../../generated/resolver-types.js';
import type {
  QueryDisruptionSimulationArgs,
  SimulateDisruptionInput,
} from '../../generated/schema-types.js';
import { FindsObject } from '../../graphql/object-finders.js';
import { provideQueries } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import { requirePlace } from '../cluster/require-place.js';
import { simulationOperations as operations } from './simulation.contract.js';
import type { DisruptionSimulationView } from './simulation.mapper.js';
import { SimulationWrites } from './simulation.writes.js';

type Operations = typeof operations;
type Payload = ResolversParentTypes['SimulateDisruptionPayload'];

@Controller('api/v1')
@Access('node.read')
class SimulationController {
  constructor(
    @Inject(ClusterQueries) private readonly clusterQueries: ClusterQueries,
    @Inject(SimulationWrites) private readonly simulations: SimulationWrites,
  ) {}

  @Post('clusters/:cluster/disruption-simulations')
  @Access('disruption.simulate')
  @Operation(operations.request)
  async request(
    @FromRequest() { path, body, key }: RequestOf<Operations['request']>,
    @CalledBy() caller: Caller,
    @Res({ passthrough: true }) response: Response,
  ): AnswerOf<Operations['request']> {
    const { id: clusterId } = await requirePlace(this.clusterQueries, path.cluster);
    const input = { ...body, clusterId, idempotencyKey: key };
    const id = valueOf(await this.simulations.request(caller, input));
    response.setHeader('Content-Location', `/api/v1/disruption-simulations/${id}`);
    return this.#read(id);
  }

  @Get('disruption-simulations/:id')
  @Operation(operations.get)
  get(@FromRequest() { path }: RequestOf<Operations['get']>): AnswerOf<Operations['get']> {
    return this.#read(path.id);
  }

  async #read(id: string): Promise<DisruptionSimulationView> {
    const simulation = await this.simulations.find(id);
    if (simulation === null) {
      throw notFound(
        `Disruption simulation ${id} not found. Simulations are deleted after an hour.`,
      );
    }
    return simulation;
  }
}

@Resolver()
@Access('node.read')
class SimulationResolver {
  constructor(@Inject(SimulationWrites) private readonly simulations: SimulationWrites) {}

  @Query()
  disruptionSimulation(
    @Args() { id }: QueryDisruptionSimulationArgs,
  ): Promise<DisruptionSimulationView | null> {
    return this.simulations.find(id);
  }

  @Mutation()
  @Access('disruption.simulate')
  async simulateDisruption(
    @Args('input') input: SimulateDisruptionInput,
    @CalledBy() caller: Caller,
  ): Promise<Payload> {
    const outcome = await this.simulations.request(caller, input);
    return {
      simulation: outcome.ok ? await this.simulations.find(outcome.value) : null,
      userErrors: toUserErrors(outcome),
    };
  }

  @FindsObject('sim', 'DisruptionSimulation')
  findSimulation(id: string): Promise<DisruptionSimulationView | null> {
    return this.simulations.find(id);
  }
}

@Module({
  controllers: [SimulationController],
  providers: [SimulationResolver, SimulationWrites, ...provideQueries(ClusterQueries, NodeQueries)],
})
export class SimulationModule {}
