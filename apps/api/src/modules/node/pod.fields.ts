import type { PodConnectionResolvers, PodResolvers } from '../../generated/resolver-types.js';
import { toPendingPodView } from '../scheduling/scheduling.contract.js';
import { toNodeView } from './node.contract.js';
import type { PodLazy } from './pod.contract.js';

export const podFields: Required<Pick<PodResolvers, PodLazy>> = {
  node: async ({ clusterId, nodeName }, _args, { loaders }) => {
    const node = nodeName === null ? null : await loaders.node.load({ clusterId, name: nodeName });
    return node === null ? null : toNodeView(node);
  },
  pending: async ({ clusterId, uid, phase }, _args, { loaders }) => {
    const pod = phase === 'Pending' ? await loaders.pendingPod.load({ clusterId, uid }) : null;
    return pod === null ? null : toPendingPodView(pod);
  },
};

export const podConnectionFields: Required<Pick<PodConnectionResolvers, 'totals'>> = {
  totals: ({ readTotals }) => readTotals(),
};
