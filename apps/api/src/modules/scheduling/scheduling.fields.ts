import type {
  PendingPodGroupConnectionResolvers,
  PendingPodGroupResolvers,
} from '../../generated/resolver-types.js';
import { type PendingPodGroupLazy, toPendingPodView } from './scheduling.contract.js';

export const pendingPodGroupFields: Required<Pick<PendingPodGroupResolvers, PendingPodGroupLazy>> =
  {
    async pods({ clusterId, namespace, ownerKind, ownerName }, _args, { loaders }) {
      const key = { clusterId, namespace, ownerKind, ownerName };
      return (await loaders.pendingPodsOfGroup.load(key)).map(toPendingPodView);
    },
  };

export const pendingPodGroupConnectionFields: Required<
  Pick<PendingPodGroupConnectionResolvers, 'totalPods'>
> = {
  totalPods: async ({ readCounts }) => (await readCounts()).pods,
};
