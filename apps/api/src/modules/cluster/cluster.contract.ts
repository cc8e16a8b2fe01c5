import { z } from 'zod';
import type { OperationSpec } from '../../rest/operation.js';
import { pageOf, pageQuery } from '../../rest/paging.js';
import { bodyOf, components, text, word } from '../../rest/wire.js';
import { clusterResource, clusterSettings } from './cluster.resource.js';

/** Path parameters of routes below one cluster. */
export const clusterPath = z.object({
  cluster: text.meta({ description: 'ID or name of the cluster' }),
});

/** Query parameters of lists of one cluster or of all. */
export const ofClusterQuery = {
  cluster: text.optional().meta({ description: 'ID or name of a cluster; all clusters if absent' }),
};

const registerBody = bodyOf('RegisterCluster', {
  name: text,
  region: text,
  roleArn: text,
  endpoint: text.nullish(),
  certificateAuthority: text.nullish(),
  mode: word('ClusterMode'),
  interruptionQueue: text.nullish(),
});

const updateBody = z
  .strictObject({
    mode: word('ClusterMode').optional(),
    interruptionQueue: text.nullish().meta({ description: '`null` removes it' }),
    roleArn: text.optional().meta({
      description:
        'ARN of the IAM role that Kerf assumes for the cluster; a new role starts the registration check',
    }),
    settings: z.strictObject(clusterSettings).partial().optional(),
  })
  .register(components, { id: 'UpdateCluster', description: 'Absent fields stay as they are' });

export const clusterOperations = {
  list: {
    id: 'listClusters',
    topics: ['cluster', 'nodes', 'pods', 'decision'],
    summary: 'Registered clusters, by name',
    query: z.strictObject({
      ...pageQuery,
      search: text.optional().meta({ description: 'Part of the name' }),
      mode: z.array(word('ClusterMode')).optional(),
      state: z.array(word('ConnectionState')).optional(),
    }),
    answer: pageOf('ClusterPage', clusterResource),
  },
  get: {
    id: 'getCluster',
    summary: 'One cluster',
    path: clusterPath,
    answer: clusterResource,
  },
  register: {
    id: 'registerCluster',
    summary: 'Registers a cluster and starts its registration check',
    body: registerBody,
    answer: clusterResource,
    status: 201,
    takesKey: true,
  },
  update: {
    id: 'updateCluster',
    summary: 'Updates mode, access or settings of a cluster',
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
    storesAnswer: true,
  },
  remove: {
    id: 'removeCluster',
    summary: 'Removes a cluster from Kerf; its nodes and objects stay as they are',
    path: clusterPath,
    query: z.strictObject({
      confirmName: text.meta({ description: 'The cluster’s name, as a confirmation' }),
    }),
    status: 204,
    needsVersion: true,
  },
} as const satisfies Record<string, OperationSpec>;
