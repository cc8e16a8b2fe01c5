import { queryOptions } from '@tanstack/react-query';
import {
  ClusterDetailsDocument,
  NodeOverlaysDocument,
  RecheckClusterDocument,
  RegisterClusterDocument,
  type RegisterClusterInput,
  RemoveClusterDocument,
  UpdateClusterDocument,
  type UpdateClusterInput,
} from '../../gql/graphql.js';
import { request } from '../../lib/graphql-client.js';

export const clusterQuery = (name: string) =>
  queryOptions({
    queryKey: ['cluster', name],
    queryFn: async ({ signal }) =>
      (await request(ClusterDetailsDocument, { name }, signal)).cluster,
    meta: { topics: ['CLUSTER', 'NODES', 'PODS', 'DECISION'] },
  });

export const nodeOverlaysQuery = (cluster: string) =>
  queryOptions({
    queryKey: ['node-overlays', cluster],
    queryFn: async ({ signal }) =>
      (await request(NodeOverlaysDocument, { name: cluster }, signal)).cluster?.nodeOverlays ?? [],
    meta: { topics: ['DEFINITION', 'CLUSTER'] },
  });

export const registerCluster = async (input: RegisterClusterInput) =>
  (await request(RegisterClusterDocument, { input })).registerCluster;

export const updateCluster = async (input: UpdateClusterInput) =>
  (await request(UpdateClusterDocument, { input })).updateCluster;

export const recheckCluster = async (id: string) =>
  (await request(RecheckClusterDocument, { input: { id } })).recheckCluster;

export const removeCluster = async (input: { id: string; confirmName: string }) =>
  (await request(RemoveClusterDocument, { input })).removeCluster;
