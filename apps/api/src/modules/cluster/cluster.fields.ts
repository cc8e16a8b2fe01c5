import type { ClusterResolvers } from '../../generated/resolver-types.js';
import { toCapacityBufferView } from './capacity-buffer.mapper.js';
import {
  type ClusterLazy,
  toAttentionView,
  toFindingView,
  toSummaryView,
} from './cluster.mapper.js';
import { toNodeOverlayView } from './node-overlay.mapper.js';

export const clusterFields = {
  attention: async ({ id }, _args, { loaders }) => {
    const facts = await loaders.attentionFacts.load(id);
    return facts === null ? [] : toAttentionView(facts);
  },
  summary: async ({ id }, _args, { loaders }) =>
    toSummaryView(await loaders.clusterSummary.load(id)),
  findings: async ({ id }, _args, { loaders }) =>
    (await loaders.clusterFindings.load(id)).map(toFindingView),
  nodeOverlays: async ({ id }, _args, { loaders }) =>
    (await loaders.nodeOverlays.load(id)).map(toNodeOverlayView),
  capacityBuffers: async ({ id }, _args, { loaders }) =>
    (await loaders.capacityBuffers.load(id)).map(toCapacityBufferView),
} satisfies Required<Pick<ClusterResolvers, ClusterLazy>>;
