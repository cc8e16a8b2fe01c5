import type { InterruptionResolvers } from '../../generated/resolver-types.js';
import { toNodeClaimView } from '../node-claim/node-claim.contract.js';
import type { InterruptionLazy } from './interruption.contract.js';

export const interruptionFields: Required<Pick<InterruptionResolvers, InterruptionLazy>> = {
  async replacements({ replacementClaimIds }, _args, { loaders }) {
    const claims = await Promise.all(replacementClaimIds.map((id) => loaders.nodeClaim.load(id)));
    return claims.flatMap((claim) => (claim === null ? [] : [toNodeClaimView(claim)]));
  },
};
