import type { ClusterId } from '@kerf/core';
import { ClusterQueries } from '@kerf/db';
import { Delete, Get, Patch, Post } from '@nestjs/common';
import type { z } from 'zod';
import type { Outcome } from '../../contract/outcome.js';
import { asIs } from '../../handlers/declare-write.js';
import type { Call } from '../../handlers/handler-class.js';
import { serveNoun } from '../../handlers/serve-noun.js';
import { withFields } from '../../handlers/with-fields.js';
import type { Caller } from '../../request/current-request.js';
import { clusterOperations as operations } from './cluster.contract.js';
import { clusterFields } from './cluster.fields.js';
import { type ClusterView, type FleetView, toClusterView } from './cluster.mapper.js';
import type { clusterResource } from './cluster.resource.js';
import { ClusterWrites } from './cluster.writes.js';

type Resource = z.output<typeof clusterResource>;

const byName = { field: 'NAME', direction: 'ASC' } as const;

const asCluster = {
  answer: (_: unknown, view: ClusterView, __: Caller, { fieldContext }: Call) =>
    withFields<ClusterView, Resource>(view, clusterFields, fieldContext()),
  payload: (_: unknown, outcome: Outcome<ClusterView>) => ({
    cluster: outcome.ok ? outcome.value : null,
  }),
  /** In REST the settings are a member of their own. */
  pathOf: (field: string, input: object): string =>
    'settings' in input && field in Object(input.settings) ? `settings.${field}` : field,
};

export const clusters = serveNoun(
  { path: 'api/v1/clusters', writes: ClusterWrites, reads: ClusterQueries },
  (callersWith) => {
    const { pages, one, query } = callersWith('cluster.read');
    const { write: register } = callersWith('cluster.register');
    const { write: update } = callersWith('cluster.update');
    const { write: remove } = callersWith('cluster.remove');
    pages([operations.list, Get(), 'clusters'], {
      page: (queries, filter, request) => {
        const order = ('orderBy' in filter ? filter.orderBy : null) ?? byName;
        return queries.page(filter, order, request);
      },
      count: (queries, filter) => queries.count(filter),
      view: toClusterView,
      fields: clusterFields,
    });
    one(
      [operations.get, Get(':cluster')],
      { kind: 'Cluster', finds: ['clu', 'Cluster'] },
      async (queries, idOrName) => {
        const cluster = await queries.find(idOrName);
        return cluster === null ? null : toClusterView(cluster);
      },
      clusterFields,
    );
    query('cluster', async (queries, { id, name }) => {
      const cluster = await queries.find(id ?? name ?? '');
      const isRequested =
        cluster !== null &&
        (id ?? cluster.id) === cluster.id &&
        (name ?? cluster.name) === cluster.name;
      return isRequested ? toClusterView(cluster) : null;
    });
    query('fleet', async (_queries, _, { now }): Promise<FleetView> => ({ now }));
    register(operations.register, Post(), 'register', asCluster);
    update(
      operations.update,
      Patch(':cluster'),
      (w, caller, input) => {
        if ('id' in input) return w.update(caller, input);
        const { clusterId: id, settings, ...fields } = input;
        return w.update(caller, { ...fields, ...settings, id });
      },
      asCluster,
    );
    update(
      operations.recheck,
      Post(':cluster/recheck'),
      (w, caller, input) => w.recheck(caller, 'id' in input ? input.id : input.clusterId),
      asCluster,
    );
    remove(
      operations.remove,
      Delete(':cluster'),
      (w, caller, input) =>
        w.remove(caller, 'id' in input ? input : { ...input, id: input.clusterId }),
      asIs((removedId: ClusterId | null) => ({ removedId })),
    );
  },
);
