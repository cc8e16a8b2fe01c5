import { aDecision, anEmptyCommand } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { Decision, DisruptBody } from './decision.js';
import { rejectionsByClaim } from './rejections.js';

const [first] = anEmptyCommand().candidates;

/** Returns a rejected decision about these NodeClaims. */
function rejected(ids: readonly string[], fields: Partial<Decision> = {}): Decision {
  const candidates = ids.flatMap((nodeClaimId) =>
    first === undefined ? [] : [{ ...first, nodeClaimId }],
  );
  const body: DisruptBody = {
    type: 'Disrupt',
    command: anEmptyCommand({ candidates, savingMicroUsdPerHour: 5 }),
    budgets: [],
  };
  return aDecision({
    clusterId: 'clu_1',
    id: 'dec_1',
    state: 'Rejected',
    decidedAt: 1,
    rejectedUntil: 9,
    body,
    ...fields,
  });
}

const rejection = {
  decisionId: 'dec_1',
  reason: 'Empty',
  at: 1,
  until: 9,
  savingMicroUsdPerHour: 5,
};

describe('rejectionsByClaim', () => {
  it('has the rejection of each node of a command', () => {
    expect([...rejectionsByClaim([rejected(['ncl_1', 'ncl_2'])])]).toEqual([
      ['ncl_1', [rejection]],
      ['ncl_2', [rejection]],
    ]);
  });

  it('has all rejections of a node, in their order', () => {
    const decisions = [rejected(['ncl_1']), rejected(['ncl_1'], { id: 'dec_2', decidedAt: 2 })];
    expect(rejectionsByClaim(decisions).get('ncl_1')).toEqual([
      rejection,
      { ...rejection, decisionId: 'dec_2', at: 2 },
    ]);
  });

  it.each<Partial<Decision>>([
    { decidedAt: null },
    { rejectedUntil: null },
    {
      body: {
        type: 'Remove',
        reason: 'Overprovisioned',
        candidates: [],
        pods: [],
        interruption: null,
        deadline: null,
      },
    },
  ])('leaves out a decision with %j', (fields) => {
    expect(rejectionsByClaim([rejected(['ncl_1'], fields)]).size).toBe(0);
  });
});
