import { queryOptions } from '@tanstack/react-query';
import {
  ClusterDetailsDocument,
  ClusterOverlaysAndBuffersDocument,
  RecheckClusterDocument,
  RegisterClusterDocument,
  type RegisterClusterInput,
  RemoveClusterDocument,
  type RemoveClusterInput,
  UpdateClusterDocument,
  type UpdateClusterInput,
} from '../../gql/graphql.js';
import { request } from '../../lib/api/graphql-client.js';

export const clusterQuery = (name: string) =>
  queryOptions({
    queryKey: ['cluster', name],
    queryFn: async ({ signal }) =>
      (await request(ClusterDetailsDocument, { name }, signal)).cluster,
    meta: { topics: ['CLUSTER', 'SYNC', 'NODES', 'PODS', 'DECISION', 'PAUSE', 'INCIDENT'] },
  });

/** The NodeOverlays and CapacityBuffers of a cluster. */
export const overlaysAndBuffersQuery = (cluster: string) =>
  queryOptions({
    queryKey: ['overlays-and-buffers', cluster],
    queryFn: async ({ signal }) =>
      (await request(ClusterOverlaysAndBuffersDocument, { name: cluster }, signal)).cluster,
    meta: { topics: ['DEFINITION', 'CLUSTER', 'PODS'] },
  });

export const registerCluster = async (input: RegisterClusterInput) =>
  (await request(RegisterClusterDocument, { input })).registerCluster;

export const updateCluster = async (input: UpdateClusterInput) =>
  (await request(UpdateClusterDocument, { input })).updateCluster;

export const recheckCluster = async (id: string) =>
  (await request(RecheckClusterDocument, { input: { id } })).recheckCluster;

export const removeCluster = async (input: RemoveClusterInput) =>
  (await request(RemoveClusterDocument, { input })).removeCluster;
