import { toAmounts } from '../../contract/amounts.js';
import type { NodeConnectionResolvers, NodeResolvers } from '../../generated/resolver-types.js';
import type { FieldContext } from '../../graphql/graphql-context.js';
import { toNodeClaimView } from '../node-claim/node-claim.contract.js';
import type { NodeLazy, NodeView } from './node.contract.js';
import { toPodView } from './pod.contract.js';

export const nodeFields = {
  nodeClaim: async ({ nodeClaimId }, _args, { loaders }) => {
    const claim = nodeClaimId === null ? null : await loaders.nodeClaim.load(nodeClaimId);
    return claim === null ? null : toNodeClaimView(claim);
  },
  labels: async (node, _args, context) => (await detailsOf(node, context))?.labels ?? {},
  taints: async (node, _args, context) => (await detailsOf(node, context))?.taints ?? [],
  allocatable: async (node, _args, context) =>
    toAmounts((await detailsOf(node, context))?.allocatable ?? {}),
  requested: async (node, _args, context) =>
    toAmounts((await detailsOf(node, context))?.requested ?? {}),
  pods: async ({ clusterId, name }, _args, { loaders }) =>
    (await loaders.podsOfNode.load({ clusterId, name })).map(toPodView),
} satisfies Required<Pick<NodeResolvers, NodeLazy>>;

/** `null` if the node was removed since its row was read. */
function detailsOf({ clusterId, name }: NodeView, { loaders }: FieldContext) {
  return loaders.nodeDetails.load({ clusterId, name });
}

export const nodeConnectionFields: Required<Pick<NodeConnectionResolvers, 'totals'>> = {
  totals: ({ readTotals }) => readTotals(),
};
