import type { SchedulingResult } from '@kerf/engine';
import { aDecision, aPlannedClaim } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../domain/decision/decision.js';
import { podVerdicts } from './pod-verdicts.js';

const unit = 'capacity-buffer/shop/spare/0';
const unschedulable = { reasons: [{ code: 'NO_NODE_POOL' as const }], byNodePool: [] };

const result: SchedulingResult = {
  engineVersion: '1',
  existingNodes: [{ nodeName: 'node-a', podUids: ['on-a', `${unit}1`] }],
  newNodeClaims: [
    aPlannedClaim({ id: 'claim-0001', podUids: ['new-1', `${unit}2`] }),
    aPlannedClaim({ id: 'claim-0002', nodePool: 'batch', podUids: ['new-2'] }),
  ],
  unschedulable: [
    { ...unschedulable, podUid: 'none', queuePosition: 3, evaluatedAt: 0 },
    { ...unschedulable, podUid: `${unit}3`, queuePosition: 4, evaluatedAt: 0 },
  ],
  totalPriceMicroUsdPerHour: 0,
  cost: null,
};

const provision: Decision = {
  ...aDecision({ clusterId: 'clu_1', id: 'dec_1', kind: 'Provision' }),
  body: {
    type: 'Provision',
    batchId: 'bat_1',
    result,
    optionCounts: {},
    pods: {},
    claims: { 'claim-0001': 'ncl_1' },
  },
};

const verdicts = (decision: Decision | null) =>
  podVerdicts({ clusterId: 'clu_1', batchId: 'bat_1', evaluatedAt: 7, result, decision });

describe('podVerdicts', () => {
  it('names the node, the planned node, or the reasons of each pod', () => {
    const solved = { clusterId: 'clu_1', batchId: 'bat_1', evaluatedAt: 7 };
    expect(verdicts(provision)).toEqual([
      { ...solved, podUid: 'on-a', verdict: { kind: 'ExistingNode', nodeName: 'node-a' } },
      {
        ...solved,
        podUid: 'new-1',
        verdict: {
          kind: 'NewNode',
          nodePool: 'default',
          nodeClaimId: 'ncl_1',
          decisionId: 'dec_1',
        },
      },
      {
        ...solved,
        podUid: 'new-2',
        verdict: { kind: 'NewNode', nodePool: 'batch', nodeClaimId: null, decisionId: 'dec_1' },
      },
      {
        ...solved,
        podUid: 'none',
        verdict: { kind: 'Unschedulable', ...unschedulable, queuePosition: 3 },
      },
    ]);
  });

  it.each([
    ['no decision', null, null],
    ['a decision of another kind', aDecision({ clusterId: 'clu_1', id: 'dec_2' }), 'dec_2'],
  ])('has no NodeClaim with %s', (_, decision, decisionId) => {
    const planned = verdicts(decision).filter(({ verdict }) => verdict.kind === 'NewNode');
    expect(planned).toMatchObject([
      { verdict: { nodeClaimId: null, decisionId } },
      { verdict: { nodeClaimId: null, decisionId } },
    ]);
  });
});
