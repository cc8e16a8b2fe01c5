import { engineVersion } from '@kerf/engine';
import { anEmptyCommand, ManualClock } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { executing, newDecision } from './new-decision.js';

const clock = new ManualClock(7_000);
const required = {
  id: 'dec_1',
  clusterId: 'clu_1',
  kind: 'Empty',
  verdict: { kind: 'NeedsApproval', approvals: 1 },
  snapshotDigest: 'digest',
  body: { type: 'Disrupt', command: anEmptyCommand(), budgets: [] },
  nodePools: ['default'],
  nodeClaimIds: ['ncl_1', 'ncl_2'],
} as const;

describe('newDecision', () => {
  it('returns a decision that is proposed now, about the nodes of its NodeClaims', () => {
    expect(newDecision({ clock }, required)).toEqual({
      ...required,
      state: 'Proposed',
      engineVersion,
      nodeCount: 2,
      podCount: 0,
      costChangeMicroUsdPerHour: null,
      achievedSavingMicroUsdPerHour: null,
      proposedAt: 7_000,
      expiresAt: null,
      rejectedUntil: null,
      decidedAt: null,
      decidedBy: null,
      comment: null,
      finishedAt: null,
      executionStep: 'None',
      approval: null,
      version: 1,
    });
  });

  it('replaces defaults by the given fields', () => {
    const fields = { ...executing({ clock }), nodeCount: 3, podCount: 5 };
    expect(newDecision({ clock }, { ...required, ...fields })).toMatchObject({
      state: 'Executing',
      decidedAt: 7_000,
      decidedBy: 'kerf',
      nodeCount: 3,
      podCount: 5,
    });
  });
});
