import type { NodeClaimResolvers } from '../../generated/resolver-types.js';
import { type NodeClaimLazy, toFailureView } from './node-claim.contract.js';

export const nodeClaimFields = {
  failures: async ({ id }, _args, { loaders }) =>
    (await loaders.nodeClaimFailures.load(id)).map(toFailureView),
} satisfies Required<Pick<NodeClaimResolvers, NodeClaimLazy>>;
