import { describe, expect, it } from 'vitest';
import type { DecisionKind, DecisionSummaryFieldsFragment } from '../../gql/graphql.js';
import { decisionSentence } from '../../lib/decision-sentence.js';
import { approvalConsequence, monthlyChange, stateNote } from './to-decision-text.js';

const decision = (more: Partial<DecisionSummaryFieldsFragment>): DecisionSummaryFieldsFragment => ({
  id: 'dec_1',
  clusterId: 'clu_1',
  clusterName: 'prod',
  kind: 'EMPTY',
  state: 'AWAITING_APPROVAL',
  showOnly: false,
  approvalsNeeded: 1,
  nodePools: ['general'],
  nodeCount: 3,
  podCount: 41,
  costChange: '-290411',
  proposedAt: '2026-11-21T14:00:00Z',
  expiresAt: null,
  rejectedUntil: null,
  decidedAt: null,
  decidedBy: null,
  finishedAt: null,
  progress: null,
  executionStep: 'None',
  version: 1,
  ...more,
});

describe('decisionSentence', () => {
  it.each<[DecisionKind, string]>([
    ['PROVISION', 'Buy 3 nodes for 41 pods'],
    ['DEPROVISION', 'Remove 3 surplus nodes'],
    ['EMPTY', 'Remove 3 empty nodes'],
    ['CONSOLIDATE', 'Consolidate 3 nodes, moving 41 pods'],
    ['DRIFT', 'Replace 3 drifted nodes'],
    ['EXPIRE', 'Replace 3 expired nodes'],
    ['INTERRUPT', 'Drain 3 nodes that AWS takes back'],
    ['UNKNOWN', 'A decision about 3 nodes of a kind this dashboard does not know'],
  ])('%s is "%s"', (kind, sentence) => {
    expect(decisionSentence(decision({ kind }))).toBe(sentence);
  });

  it('says when no pod asked', () => {
    expect(decisionSentence(decision({ kind: 'PROVISION', podCount: 0 }))).toBe(
      'Buy 3 nodes that no pod waits for',
    );
  });

  it('says when nothing has to be bought', () => {
    expect(decisionSentence(decision({ kind: 'PROVISION', nodeCount: 0, podCount: 2 }))).toBe(
      'Place 2 pods on nodes that exist',
    );
  });
});

describe('approvalConsequence', () => {
  it('tells nodes, pods and money', () => {
    expect(approvalConsequence(decision({}))).toBe('3 nodes go, 41 pods move, −$212/month');
    expect(approvalConsequence(decision({ nodeCount: 1, podCount: 1 }))).toBe(
      '1 node goes, 1 pod moves, −$212/month',
    );
    expect(approvalConsequence(decision({ podCount: 0 }))).toContain('no pod moves');
    expect(approvalConsequence(decision({ kind: 'PROVISION', costChange: '112200' }))).toBe(
      '3 nodes bought for 41 pods, +$81.91/month',
    );
    expect(approvalConsequence(decision({ kind: 'PROVISION', podCount: 0 }))).toContain(
      '3 nodes bought that no pod waits for',
    );
  });

  it('never makes up a price', () => {
    expect(approvalConsequence(decision({ costChange: null }))).toContain('unknown cost');
    expect(monthlyChange(null)).toBe('unknown cost');
  });
});

describe('stateNote', () => {
  it('explains why nothing was or will be done', () => {
    expect(stateNote(decision({ showOnly: true }))).toContain('never carried out');
    expect(stateNote(decision({ state: 'SUPERSEDED' }))).toContain('moved on');
    expect(stateNote(decision({ state: 'EXPIRED' }))).toContain('lapsed');
    expect(stateNote(decision({ state: 'REJECTED' }))).toContain('rejected');
    expect(stateNote(decision({ state: 'FAILED' }))).toContain('where it stopped');
  });

  it('is silent while it may still be carried out', () => {
    expect(stateNote(decision({}))).toBeUndefined();
    expect(stateNote(decision({ state: 'EXECUTED' }))).toBeUndefined();
  });
});
