import type { Clock, Cluster } from '@kerf/application';
import { ClusterQueries } from '@kerf/db';
import { Controller, Delete, Get, Inject, Patch, Post, Res } from '@nestjs/common';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { Response } from 'express';
import type { z } from 'zod';
import { Access, CalledBy } from '../../auth/access.js';
import { toUserErrors, valueOf } from '../../contract/outcome.js';
import { notFound } from '../../contract/public-error.js';
import type { ResolversParentTypes } from '../../generated/resolver-types.js';
import type {
  Fleet,
  QueryClusterArgs,
  QueryClustersArgs,
  RecheckClusterInput,
  RegisterClusterInput,
  RemoveClusterInput,
  UpdateClusterInput,
} from '../../generated/schema-types.js';
import { readConnectionArgs, toConnection } from '../../graphql/connection.js';
import { FindsObject } from '../../graphql/object-finders.js';
import { CLOCK } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import { toPage, toPageRequest } from '../../rest/paging.js';
import { toCapacityBufferView } from './capacity-buffer.mapper.js';
import { clusterOperations as operations } from './cluster.contract.js';
import {
  type ClusterConnectionView,
  type ClusterView,
  toAttentionCounts,
  toAttentionView,
  toClusterView,
  toFindingView,
  toFleetView,
  toSummaryView,
} from './cluster.mapper.js';
import type { clusterResource } from './cluster.resource.js';
import { ClusterWrites } from './cluster.writes.js';
import { toNodeOverlayView } from './node-overlay.mapper.js';
import { requirePlace } from './require-place.js';

type Operations = typeof operations;
type Resource = z.output<typeof clusterResource>;

@Controller('api/v1/clusters')
@Access('cluster.read')
export class ClusterController {
  constructor(
    @Inject(ClusterQueries) private readonly clusterQueries: ClusterQueries,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ClusterWrites) private readonly writes: ClusterWrites,
  ) {}

  @Get()
  @Operation(operations.list)
  async list(
    @FromRequest() { query }: RequestOf<Operations['list']>,
  ): AnswerOf<Operations['list']> {
    const filter = { search: query.search, modes: query.mode, states: query.state };
    const order = { field: 'NAME', direction: 'ASC' } as const;
    const page = await this.clusterQueries.page(filter, order, toPageRequest(query));
    const items = await this.#toResources(page.items.map(({ value }) => value));
    return { ...toPage(page, this.clock.now()), items };
  }

  @Get(':cluster')
  @Operation(operations.get)
  get(@FromRequest() { path }: RequestOf<Operations['get']>): AnswerOf<Operations['get']> {
    return this.#read(path.cluster);
  }

  @Post()
  @Access('cluster.register')
  @Operation(operations.register)
  async register(
    @FromRequest() { body, key }: RequestOf<Operations['register']>,
    @CalledBy() caller: Caller,
    @Res({ passthrough: true }) response: Response,
  ): AnswerOf<Operations['register']> {
    const input = { ...body, idempotencyKey: key };
    const { id } = valueOf(await this.writes.register(caller, input));
    response.setHeader('Location', `/api/v1/clusters/${id}`);
    return this.#read(id);
  }

  @Patch(':cluster')
  @Access('cluster.update')
  @Operation(operations.update)
  async update(
    @FromRequest() { path, body, seenVersion }: RequestOf<Operations['update']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['update']> {
    const { id } = await requirePlace(this.clusterQueries, path.cluster);
    const { settings, ...fields } = body;
    const input = { id, expectedVersion: seenVersion, ...fields, ...settings };
    const pathOf = (field: string): string =>
      settings !== undefined && field in settings ? `settings.${field}` : field;
    valueOf(await this.writes.update(caller, input), pathOf);
    return this.#read(id);
  }

  @Post(':cluster/recheck')
  @Access('cluster.update')
  @Operation(operations.recheck)
  async recheck(
    @FromRequest() { path }: RequestOf<Operations['recheck']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['recheck']> {
    const { id } = await requirePlace(this.clusterQueries, path.cluster);
    valueOf(await this.writes.recheck(caller, id));
    return this.#read(id);
  }

  @Delete(':cluster')
  @Access('cluster.remove')
  @Operation(operations.remove)
  async remove(
    @FromRequest() { path, query, seenVersion }: RequestOf<Operations['remove']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<Operations['remove']> {
    const { id } = await requirePlace(this.clusterQueries, path.cluster);
    const input = { id, expectedVersion: seenVersion, confirmName: query.confirmName };
    valueOf(await this.writes.remove(caller, input));
  }

  async #read(idOrName: string): Promise<Resource> {
    const cluster = await this.clusterQueries.find(idOrName);
    const [resource] = cluster === null ? [] : await this.#toResources([cluster]);
    if (resource === undefined) throw notFound(`Cluster ${idOrName} not found.`);
    return resource;
  }

  async #toResources(clusters: readonly Cluster[]): Promise<readonly Resource[]> {
    const ids = clusters.map(({ id }) => id);
    const [facts, summaries, findings, overlays, buffers] = await Promise.all([
      this.clusterQueries.attentionFacts(ids),
      this.clusterQueries.summaries(ids),
      this.clusterQueries.findings(ids),
      this.clusterQueries.nodeOverlays(ids),
      this.clusterQueries.capacityBuffers(ids),
    ]);
    return clusters.map((cluster) => ({
      ...toClusterView(cluster),
      attention: facts.filter(({ clusterId }) => clusterId === cluster.id).flatMap(toAttentionView),
      summary: toSummaryView(summaries.find(({ clusterId }) => clusterId === cluster.id) ?? null),
      findings: findings.filter(({ clusterId }) => clusterId === cluster.id).map(toFindingView),
      nodeOverlays: overlays
        .filter(({ clusterId }) => clusterId === cluster.id)
        .map(toNodeOverlayView),
      capacityBuffers: buffers
        .filter(({ clusterId }) => clusterId === cluster.id)
        .map(toCapacityBufferView),
    }));
  }
}

type Payloads = ResolversParentTypes;

@Resolver()
@Access('cluster.read')
export class ClusterResolver {
  constructor(
    @Inject(ClusterQueries) private readonly clusterQueries: ClusterQueries,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ClusterWrites) private readonly writes: ClusterWrites,
  ) {}

  @Query()
  async clusters(@Args() args: QueryClustersArgs): Promise<ClusterConnectionView> {
    const filter = args.filter ?? {};
    const order = args.orderBy ?? { field: 'NAME', direction: 'ASC' };
    return toConnection(
      await this.clusterQueries.page(filter, order, readConnectionArgs(args)),
      toClusterView,
      {
        asOf: this.clock.now(),
        countAll: () => this.clusterQueries.count(filter),
      },
    );
  }

  @Query()
  async cluster(@Args() { id, name }: QueryClusterArgs): Promise<ClusterView | null> {
    const cluster = await this.clusterQueries.find(id ?? name ?? '');
    const isRequested =
      cluster !== null &&
      (id ?? cluster.id) === cluster.id &&
      (name ?? cluster.name) === cluster.name;
    return isRequested ? toClusterView(cluster) : null;
  }

  @Query()
  async fleet(): Promise<Fleet> {
    const [counts, summaries, facts] = await Promise.all([
      this.clusterQueries.counts(),
      this.clusterQueries.summaries(null),
      this.clusterQueries.attentionFacts(null),
    ]);
    const all = { ...counts, ...toAttentionCounts(facts) };
    return toFleetView(all, summaries, this.clock.now());
  }

  @Mutation()
  @Access('cluster.register')
  async registerCluster(
    @Args('input') input: RegisterClusterInput,
    @CalledBy() caller: Caller,
  ): Promise<Payloads['RegisterClusterPayload']> {
    const outcome = await this.writes.register(caller, input);
    return { cluster: outcome.ok ? outcome.value : null, userErrors: toUserErrors(outcome) };
  }

  @Mutation()
  @Access('cluster.update')
  async updateCluster(
    @Args('input') input: UpdateClusterInput,
    @CalledBy() caller: Caller,
  ): Promise<Payloads['UpdateClusterPayload']> {
    const outcome = await this.writes.update(caller, input);
    return { cluster: outcome.ok ? outcome.value : null, userErrors: toUserErrors(outcome) };
  }

  @Mutation()
  @Access('cluster.update')
  async recheckCluster(
    @Args('input') { id }: RecheckClusterInput,
    @CalledBy() caller: Caller,
  ): Promise<Payloads['RecheckClusterPayload']> {
    const outcome = await this.writes.recheck(caller, id);
    return { cluster: outcome.ok ? outcome.value : null, userErrors: toUserErrors(outcome) };
  }

  @Mutation()
  @Access('cluster.remove')
  async removeCluster(
    @Args('input') input: RemoveClusterInput,
    @CalledBy() caller: Caller,
  ): Promise<Payloads['RemoveClusterPayload']> {
    const outcome = await this.writes.remove(caller, input);
    return { removedId: outcome.ok ? outcome.value : null, userErrors: toUserErrors(outcome) };
  }

  @FindsObject('clu', 'Cluster')
  findCluster(id: string): Promise<ClusterView | null> {
    return this.cluster({ id });
  }
}
