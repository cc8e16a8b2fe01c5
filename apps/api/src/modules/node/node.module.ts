import { Readable } from 'node:stream';
import type { Clock } from '@kerf/application';
import { ClusterQueries, NodeQueries } from '@kerf/db';
import { Controller, Get, Inject, Module, StreamableFile } from '@nestjs/common';
import { Access } from '../../auth/access.js';
import { readFieldSelector } from '../../contract/field-selector.js';
import { formatInstant } from '../../contract/instant.js';
import { readLabelSelector } from '../../contract/label-selector.js';
import { memoize } from '../../contract/memoize.js';
import { notFound } from '../../contract/public-error.js';
import { requirePlace } from '../../contract/require-place.js';
import { readConnectionArgs, toConnection } from '../../graphql/connection.js';
import { serveNoun } from '../../handlers/serve-noun.js';
import { withFields } from '../../handlers/with-fields.js';
import { CLOCK, provideQueries } from '../../parts.js';
import { FromRequest } from '../../rest/from-request.js';
import { Operation, type RequestOf } from '../../rest/operation.js';
import { rowsOf, toPage, toPageRequest } from '../../rest/paging.js';
import {
  nodesByName,
  nodeOperations as operations,
  selectableNodeFields,
  toNodeView,
  toTotalsView,
} from './node.contract.js';
import { nodeFields } from './node.fields.js';
import { NodeTexts } from './node-texts.js';

const { nodeClaim: _, ...fieldsInRest } = nodeFields;

const nodes = serveNoun(
  { path: 'api/v1/clusters/:cluster', writes: NodeQueries, reads: NodeQueries },
  (callersWith) => {
    const { route, query } = callersWith('node.read');
    route(
      operations.list,
      Get('nodes'),
      async ({ reads }, { clusterId, orderBy: field, direction, ...input }, { now, placeOf }) => {
        const { syncedAt } = await placeOf(clusterId);
        const page = await reads.page(
          clusterId,
          withSelectors(input),
          { field, direction },
          toPageRequest(input),
        );
        return { ...toPage(page, syncedAt ?? now), items: rowsOf(page, toNodeView) };
      },
    );
    query('nodes', async (reads, { clusterId, orderBy, ...args }, { now, placeOf }) => {
      const request = readConnectionArgs(args);
      const filter = withSelectors(args);
      const order = orderBy ?? nodesByName;
      const [{ syncedAt }, page] = await Promise.all([
        placeOf(clusterId),
        reads.page(clusterId, filter, order, request),
      ]);
      const readTotals = memoize(async () => toTotalsView(await reads.totals(clusterId, filter)));
      const countAll = async () => (await readTotals()).nodes;
      const asOf = syncedAt ?? now;
      return { ...toConnection(page, toNodeView, { asOf, countAll }), readTotals };
    });
    route(operations.get, Get('nodes/:node'), async ({ reads }, input, { fieldContext }) => {
      const { clusterId, node: name } = input;
      const row = await reads.find({ clusterId, name });
      if (row === null) throw notFound(`Node ${name} not found.`);
      return withFields(toNodeView(row), fieldsInRest, fieldContext());
    });
    query('node', async (reads, key) => {
      const row = await reads.find(key);
      return row === null ? null : toNodeView(row);
    });
  },
);

interface Selectors {
  readonly labelSelector?: string | null | undefined;
  readonly fieldSelector?: string | null | undefined;
}

const withSelectors = <Filter extends Selectors>({
  labelSelector,
  fieldSelector,
  ...filter
}: Filter) => ({
  ...filter,
  labels:
    labelSelector === null || labelSelector === undefined ? null : readLabelSelector(labelSelector),
  fields: readFieldSelector(fieldSelector, selectableNodeFields),
});

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
    @FromRequest() { path }: RequestOf<typeof operations.listAll>,
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

@Module({
  controllers: [nodes.controller, AllNodesController],
  providers: [nodes.resolver, NodeTexts, ...provideQueries(NodeQueries)],
})
export class NodeModule {}
