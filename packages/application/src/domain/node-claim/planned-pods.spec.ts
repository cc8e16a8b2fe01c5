import { aNodeClaimRecord, aPlannedClaim } from '@kerf/testing';
import { expect, it } from 'vitest';
import { type NodeClaim, nodeClaimStates } from './node-claim.js';
import { plannedPods } from './planned-pods.js';

const claim = (fields: Partial<NodeClaim>): NodeClaim =>
  aNodeClaimRecord({ clusterId: 'clu_1', id: 'ncl_1', ...fields });

it('returns the pods of NodeClaims whose nodes are not initialized yet', () => {
  const claims = nodeClaimStates.map((state) =>
    claim({ id: state, state, plan: aPlannedClaim({ podUids: [`${state} 1`, `${state} 2`] }) }),
  );
  expect([...plannedPods(claims)]).toEqual(
    ['Requested', 'Launching', 'Launched', 'Registered'].flatMap((state) => [
      `${state} 1`,
      `${state} 2`,
    ]),
  );
});
