import { Readable } from 'node:stream';
import type { Clock } from '@kerf/application';
import { ClusterQueries, NodeQueries, PodQueries } from '@kerf/db';
import { Controller, Get, Inject, Module, StreamableFile } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../auth/access.js';
import { toAmounts } from '../../contract/amounts.js';
import { readFieldSelector } from '../../contract/field-selector.js';
import { formatInstant } from '../../contract/instant.js';
import { readLabelSelector } from '../../contract/label-selector.js';
import { memoize } from '../../contract/memoize.js';
import { notFound } from '../../contract/public-error.js';
import type { QueryNodeArgs, QueryNodesArgs } from '../../generated/schema-types.js';
import { readConnectionArgs, toConnection } from '../../graphql/connection.js';
import { CLOCK, provideQueries } from '../../parts.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import { rowsOf, toPage, toPageRequest } from '../../rest/paging.js';
import { requirePlace } from '../cluster/require-place.js';
import {
  type NodeConnectionView,
  type NodeView,
  nodeOperations as operations,
  selectableNodeFields,
  toNodeView,
  toPodView,
  toTotalsView,
} from './node.contract.js';
import { NodeTexts } from './node-texts.js';

type Operations = typeof operations;

@Controller('api/v1/clusters/:cluster')
@Access('node.read')
class NodeController {
  constructor(
    @Inject(ClusterQueries) private readonly clusterQueries: ClusterQueries,
    @Inject(NodeQueries) private readonly nodeQueries: NodeQueries,
    @Inject(PodQueries) private readonly podQueries: PodQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('nodes')
  @Operation(operations.list)
  async list(
    @FromRequest() { path, query }: RequestOf<Operations['list']>,
  ): AnswerOf<Operations['list']> {
    const { id, syncedAt } = await requirePlace(this.clusterQueries, path.cluster);
    const filter = {
      search: query.search,
      labels: labelsOf(query.labelSelector),
      fields: readFieldSelector(query.fieldSelector, selectableNodeFields),
      nodePools: query.nodePool,
      capacityTypes: query.capacityType,
      states: query.state,
      instanceTypes: query.instanceType,
      zones: query.zone,
      managed: query.managed,
    };
    const order = { field: query.orderBy, direction: query.direction };
    const page = await this.nodeQueries.page(id, filter, order, toPageRequest(query));
    const items = rowsOf(page, toNodeView);
    return { ...toPage(page, syncedAt ?? this.clock.now()), items };
  }

  @Get('nodes/:node')
  @Operation(operations.get)
  async get(@FromRequest() { path }: RequestOf<Operations['get']>): AnswerOf<Operations['get']> {
    const { id: clusterId } = await requirePlace(this.clusterQueries, path.cluster);
    const key = { clusterId, name: path.node };
    const [row, [details], pods] = await Promise.all([
      this.nodeQueries.find(key),
      this.nodeQueries.details([key]),
      this.podQueries.onNodes([key]),
    ]);
    if (row === null || details === undefined) throw notFound(`Node ${path.node} not found.`);
    return {
      ...toNodeView(row),
      labels: details.labels,
      taints: details.taints,
      allocatable: toAmounts(details.allocatable),
      requested: toAmounts(details.requested),
      pods: pods.map(toPodView),
    };
  }
}

/** All nodes of a cluster at once, which the dashboard's map shows. */
@Controller('api/v1/clusters/:cluster/all-nodes')
@Access('node.read')
class AllNodesController {
  constructor(
    @Inject(ClusterQueries) private readonly clusterQueries: ClusterQueries,
    @Inject(NodeTexts) private readonly texts: NodeTexts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  @Operation(operations.listAll)
  async listAll(
    @FromRequest() { path }: RequestOf<Operations['listAll']>,
  ): Promise<StreamableFile> {
    const { id, syncedAt } = await requirePlace(this.clusterQueries, path.cluster);
    const asOf = formatInstant(syncedAt ?? this.clock.now());
    const rows = await this.texts.read(id);
    const parts = [
      Buffer.from(`{"nextCursor":null,"previousCursor":null,"asOf":"${asOf}","items":[`),
      rows,
      Buffer.from(']}'),
    ];
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    return new StreamableFile(Readable.from(parts), { type: 'application/json', length });
  }
}

@Resolver()
@Access('node.read')
class NodeResolver {
  constructor(
    @Inject(ClusterQueries) private readonly clusterQueries: ClusterQueries,
    @Inject(NodeQueries) private readonly nodeQueries: NodeQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Query()
  async nodes(@Args() args: QueryNodesArgs): Promise<NodeConnectionView> {
    const request = readConnectionArgs(args);
    const filter = {
      ...args.filter,
      labels: labelsOf(args.filter?.labelSelector),
      fields: readFieldSelector(args.filter?.fieldSelector, selectableNodeFields),
    };
    const order = args.orderBy ?? { field: 'NAME', direction: 'ASC' };
    const [{ syncedAt }, page] = await Promise.all([
      requirePlace(this.clusterQueries, args.clusterId),
      this.nodeQueries.page(args.clusterId, filter, order, request),
    ]);
    const readTotals = memoize(async () =>
      toTotalsView(await this.nodeQueries.totals(args.clusterId, filter)),
    );
    const asOf = syncedAt ?? this.clock.now();
    const countAll = async () => (await readTotals()).nodes;
    return { ...toConnection(page, toNodeView, { asOf, countAll }), readTotals };
  }

  @Query()
  async node(@Args() { clusterId, name }: QueryNodeArgs): Promise<NodeView | null> {
    const row = await this.nodeQueries.find({ clusterId, name });
    return row === null ? null : toNodeView(row);
  }
}

const labelsOf = (selector: string | null | undefined) =>
  selector === null || selector === undefined ? null : readLabelSelector(selector);

@Module({
  controllers: [NodeController, AllNodesController],
  providers: [NodeResolver, NodeTexts, ...provideQueries(ClusterQueries, NodeQueries, PodQueries)],
})
export class NodeModule {}
