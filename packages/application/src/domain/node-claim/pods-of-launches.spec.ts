import { aNodeClaimRecord, aPlannedClaim } from '@kerf/testing';
import { expect, it } from 'vitest';
import { nodeClaimStates } from './node-claim.js';
import { podsOfLaunches } from './pods-of-launches.js';

it('returns the pods of NodeClaims that have no instance yet and may get one', () => {
  const claims = nodeClaimStates.map((state) =>
    aNodeClaimRecord({
      clusterId: 'clu_1',
      id: state,
      state,
      plan: aPlannedClaim({ podUids: [`first of ${state}`, `second of ${state}`] }),
    }),
  );
  expect(podsOfLaunches(claims)).toEqual(
    new Set([
      'first of Requested',
      'second of Requested',
      'first of Launching',
      'second of Launching',
    ]),
  );
});
