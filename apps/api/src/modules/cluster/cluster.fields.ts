import type { ClusterResolvers, FleetResolvers } from '../../generated/resolver-types.js';
import { toCapacityBufferView } from './capacity-buffer.mapper.js';
import {
  type ClusterLazy,
  type FleetLazy,
  toAttentionCounts,
  toAttentionView,
  toFindingView,
  toFleetSummary,
  toSummaryView,
} from './cluster.mapper.js';
import { toNodeOverlayView } from './node-overlay.mapper.js';

export const clusterFields = {
  attention: async ({ id }, _args, { loaders }) => {
    const [facts, summary] = await Promise.all([
      loaders.attentionFacts.load(id),
      loaders.clusterSummaries.load(id),
    ]);
    return facts === null ? [] : toAttentionView(facts, summary);
  },
  summary: async ({ id }, _args, { loaders }) =>
    toSummaryView(await loaders.clusterSummaries.load(id)),
  findings: async ({ id }, _args, { loaders }) =>
    (await loaders.clusterFindings.load(id)).map(toFindingView),
  nodeOverlays: async ({ id }, _args, { loaders }) =>
    (await loaders.nodeOverlays.load(id)).map(toNodeOverlayView),
  capacityBuffers: async ({ id }, _args, { loaders }) =>
    (await loaders.capacityBuffers.load(id)).map(toCapacityBufferView),
} satisfies Required<Pick<ClusterResolvers, ClusterLazy>>;

/** Read before the clusters of the same request, which then have the same rows. */
export const fleetFields = {
  clusters: async (_, _args, { loaders }) => (await loaders.clusterCounts()).clusters,
  clustersNeedingAttention: async (_, _args, { loaders }) =>
    (await loaders.clusterCounts()).clustersNeedingAttention,
  attentionClusters: async (_, _args, { loaders }) =>
    toAttentionCounts(await loaders.attentionFacts.all()).attentionClusters,
  brokenClusters: async (_, _args, { loaders }) =>
    toAttentionCounts(await loaders.attentionFacts.all()).brokenClusters,
  summary: async ({ now }, _args, { loaders }) =>
    toFleetSummary(await loaders.clusterSummaries.all(), now),
} satisfies Required<Pick<FleetResolvers, FleetLazy>>;
