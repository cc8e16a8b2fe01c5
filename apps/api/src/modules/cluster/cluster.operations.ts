import { z } from 'zod';
import type { OperationSpec } from '../../rest/operation.js';
import { pageQuery } from '../../rest/paging.js';
import { components, word } from '../../rest/wire.js';
import { clusterPage, clusterResource, clusterSettings } from './cluster.resource.js';

const text = z.string();

/** Of routes below one cluster. */
export const clusterPath = z.object({
  cluster: text.meta({ description: 'Its id or its name' }),
});

/** Of lists over one cluster, or over all. */
export const ofClusterQuery = {
  cluster: text.optional().meta({ description: 'Id or name of a cluster; left out, all' }),
};

const registerBody = z
  .strictObject({
    name: text,
    region: text,
    roleArn: text,
    endpoint: text.nullish(),
    certificateAuthority: text.nullish(),
    mode: word('ClusterMode'),
    interruptionQueue: text.nullish(),
  })
  .register(components, { id: 'RegisterCluster' });

const updateBody = z
  .strictObject({
    mode: word('ClusterMode').optional(),
    interruptionQueue: text.nullish().meta({ description: '`null` takes it away' }),
    roleArn: text.optional().meta({
      description:
        'The role that Kerf assumes for it; another one is checked as at the registration',
    }),
    settings: z.strictObject(clusterSettings).partial().optional(),
  })
  .register(components, { id: 'UpdateCluster', description: 'Fields left out stay' });

export const clusterOperations = {
  list: {
    id: 'listClusters',
    summary: 'Registered clusters, by name',
    query: z.strictObject({
      ...pageQuery,
      search: text.optional().meta({ description: 'Part of the name' }),
      mode: z.array(word('ClusterMode')).optional(),
      state: z.array(word('ConnectionState')).optional(),
    }),
    answer: clusterPage,
  },
  get: {
    id: 'getCluster',
    summary: 'One cluster',
    path: clusterPath,
    answer: clusterResource,
  },
  register: {
    id: 'registerCluster',
    summary: 'Registers a cluster and starts its check',
    body: registerBody,
    answer: clusterResource,
    status: 201,
    takesKey: true,
  },
  update: {
    id: 'updateCluster',
    summary: 'Changes mode, access or settings',
    path: clusterPath,
    body: updateBody,
    answer: clusterResource,
    needsVersion: true,
  },
  recheck: {
    id: 'recheckCluster',
    summary: 'Runs the registration check again',
    path: clusterPath,
    answer: clusterResource,
    status: 202,
  },
  remove: {
    id: 'removeCluster',
    summary: 'Forgets a cluster; its nodes and objects are left as they are',
    path: clusterPath,
    query: z.strictObject({
      confirmName: text.meta({ description: 'The cluster’s name again, so that it is meant' }),
    }),
    status: 204,
    needsVersion: true,
  },
} as const satisfies Record<string, OperationSpec>;
