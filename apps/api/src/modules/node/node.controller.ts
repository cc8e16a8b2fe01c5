import { Readable } from 'node:stream';
import type { Clock } from '@kerf/application';
import { ClusterQueries, NodeQueries, PodQueries } from '@kerf/db';
import { Controller, Get, Inject, StreamableFile } from '@nestjs/common';
import { Access } from '../../auth/access.js';
import { toAmounts } from '../../contract/amounts.js';
import { formatInstant } from '../../contract/instant.js';
import { notFound } from '../../contract/public-error.js';
import { CLOCK } from '../../parts.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import { rowsOf, toPage, toPageRequest } from '../../rest/paging.js';
import { requirePlace } from '../cluster/require-place.js';
import { toNodeView, toPodView } from './node.mapper.js';
import { nodeOperations as operations } from './node.operations.js';
import { NodeTexts } from './node-texts.js';

type Operations = typeof operations;

@Controller('api/v1/clusters/:cluster')
@Access('read')
export class NodeController {
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
@Access('read')
export class AllNodesController {
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
      Buffer.from(`{"nextCursor":null,"asOf":"${asOf}","items":[`),
      rows,
      Buffer.from(']}'),
    ];
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    return new StreamableFile(Readable.from(parts), { type: 'application/json', length });
  }
}
