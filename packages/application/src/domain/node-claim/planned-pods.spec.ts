import { aNodeClaimRecord, aPlannedClaim } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { type NodeClaim, nodeClaimStates } from './node-claim.js';
import { awaitsPods, plannedPods } from './planned-pods.js';

const second = 1_000;
const claim = (fields: Partial<NodeClaim>): NodeClaim =>
  aNodeClaimRecord({ clusterId: 'clu_1', id: 'ncl_1', ...fields });

it('returns the pods of NodeClaims whose nodes are not initialized yet', () => {
  const claims = nodeClaimStates.map((state) =>
    claim({ id: state, state, plan: aPlannedClaim({ podUids: [`${state} 1`, `${state} 2`] }) }),
  );
  expect([...plannedPods(claims, 0)]).toEqual(
    ['Requested', 'Launching', 'Launched', 'Registered'].flatMap((state) => [
      `${state} 1`,
      `${state} 2`,
    ]),
  );
});

describe('an initialized node', () => {
  const initializedAt = 100 * second;
  const node = (lastPodEventAt: number | null) =>
    claim({ state: 'Initialized', initializedAt, lastPodEventAt });

  it.each([
    ['just before five seconds have passed', null, 104.9, true],
    ['after five seconds without a pod', null, 105, false],
    ['within five seconds of a pod event', 120, 124.9, true],
    ['after five seconds without another pod event', 120, 125, false],
    ['a minute later, whatever its pod events', 159, 160, false],
  ])('expects its pods, or not any more: %s', (_name, podEvent, now, expected) => {
    const lastPodEventAt = podEvent === null ? null : podEvent * second;
    expect(awaitsPods(node(lastPodEventAt), now * second)).toBe(expected);
  });
});
