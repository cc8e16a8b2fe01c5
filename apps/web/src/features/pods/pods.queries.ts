import { queryOptions } from '@tanstack/react-query';
import {
  OwnerPodsDocument,
  type OwnerPodsQuery,
  PodDetailsDocument,
  type PodDetailsQuery,
  PodNodeDocument,
  type PodNodeQuery,
  PodPendingDocument,
  type PodPendingQuery,
} from '../../gql/graphql.js';
import { request } from '../../lib/api/graphql-client.js';
import type { PagedList } from '../../lib/api/paged-rows.js';

/** A pod with its node, or with the reasons why it is pending. */
export interface PodDetails extends NonNullable<PodDetailsQuery['pod']> {
  readonly node: PodNodeQuery['node'];
  readonly pending: PodPendingQuery['pendingPod'];
}

/** A pod by its names. */
export interface PodKey {
  readonly clusterId: string;
  readonly namespace: string;
  readonly name: string;
}

export const podQuery = (key: PodKey) =>
  queryOptions({
    queryKey: ['pod', key],
    queryFn: async ({ signal }): Promise<PodDetails | null> => {
      const { pod } = await request(PodDetailsDocument, key, signal);
      if (pod === null) return null;
      const { clusterId } = key;
      if (pod.nodeName === null) {
        const waiting = { clusterId, uid: pod.uid };
        const { pendingPod } = await request(PodPendingDocument, waiting, signal);
        return { ...pod, node: null, pending: pendingPod };
      }
      const place = { clusterId, name: pod.nodeName };
      const { node } = await request(PodNodeDocument, place, signal);
      return { ...pod, node, pending: null };
    },
    meta: { topics: ['PODS', 'NODES'], clusterId: key.clusterId },
  });

/** A controller by its names. */
export interface OwnerKey {
  readonly clusterId: string;
  readonly namespace: string;
  readonly ownerKind: string;
  readonly ownerName: string;
}

export const ownerPodsList = (key: OwnerKey): PagedList<OwnerPodsQuery['pods']> => ({
  queryKey: ['owner-pods', key],
  readPage: async (after, signal) =>
    (await request(OwnerPodsDocument, { ...key, after }, signal)).pods,
  pageSize: 100,
  meta: { topics: ['PODS', 'NODES'], clusterId: key.clusterId },
});
