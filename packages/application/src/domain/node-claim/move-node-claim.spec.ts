import { aNodeClaimRecord } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { moveNodeClaim } from './move-node-claim.js';
import { nodeClaimStates } from './node-claim.js';

const allowed = [
  'Requested → Launching',
  'Requested → Terminating',
  'Requested → LaunchFailed',
  'Launching → Launched',
  'Launching → LaunchFailed',
  'Launching → Terminating',
  'Launched → Registered',
  'Launched → Terminating',
  'Registered → Initialized',
  'Registered → Terminating',
  'Initialized → Registered',
  'Initialized → Terminating',
  'Terminating → Terminated',
];
const pairs = nodeClaimStates.flatMap((from) => nodeClaimStates.map((to) => ({ from, to })));
const aClaimIn = (state: (typeof nodeClaimStates)[number]) =>
  aNodeClaimRecord({ clusterId: 'clu_1', id: 'ncl_1', state });

describe('moveNodeClaim', () => {
  it.each(pairs.filter(({ from, to }) => allowed.includes(`${from} → ${to}`)))(
    'moves a NodeClaim from $from to $to',
    ({ from, to }) => {
      expect(moveNodeClaim(aClaimIn(from), to).state).toBe(to);
    },
  );

  it.each(pairs.filter(({ from, to }) => !allowed.includes(`${from} → ${to}`)))(
    'does not move a NodeClaim from $from to $to',
    ({ from, to }) => {
      expect(() => moveNodeClaim(aClaimIn(from), to)).toThrow(
        `NodeClaim ncl_1 cannot go from ${from} to ${to}`,
      );
    },
  );

  it('changes the given fields only, and not the version', () => {
    const claim = aClaimIn('Launched');
    const moved = moveNodeClaim(claim, 'Registered', { nodeName: 'ip-10-0-0-1' });
    expect(moved).toEqual({ ...claim, state: 'Registered', nodeName: 'ip-10-0-0-1' });
    expect(claim).toMatchObject({ state: 'Launched', nodeName: null });
  });
});
