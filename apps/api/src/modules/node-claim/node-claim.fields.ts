import type { NodeClaimResolvers } from '../../generated/schema-types.js';
import { type NodeClaimLazy, toFailureView } from './node-claim.mapper.js';

export const nodeClaimFields: Required<Pick<NodeClaimResolvers, NodeClaimLazy>> = {
  failures: async ({ id }, _args, { loaders }) =>
    (await loaders.nodeClaimFailures.load(id)).map(toFailureView),
};
