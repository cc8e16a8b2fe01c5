import { describe, expect, it } from 'vitest';
import type { DecisionSummaryFieldsFragment } from '../../gql/graphql.js';
import {
  approvalConsequence,
  monthlyChange,
  nodeFigure,
  podFigure,
  stateNote,
} from './decision-text.js';

const noNodes = { succeededNodes: 0, launchFailedNodes: 0, notReadyNodes: 0, remainingNodes: 0 };

const decision = (more: Partial<DecisionSummaryFieldsFragment>): DecisionSummaryFieldsFragment => ({
  id: 'dec_1',
  clusterId: 'clu_1',
  clusterName: 'prod',
  kind: 'EMPTY',
  state: 'AWAITING_APPROVAL',
  observeOnly: false,
  approvalsNeeded: 1,
  nodePools: ['general'],
  nodeCount: 3,
  podCount: 41,
  costChange: '-0.290411',
  savingsRatio: '0.0066',
  savingGapRatio: 0.01,
  outcome: noNodes,
  proposedAt: '2026-11-21T14:00:00Z',
  expiresAt: null,
  rejectedUntil: null,
  decidedAt: null,
  decidedBy: null,
  finishedAt: null,
  progress: null,
  executionStep: 'NONE',
  version: 1,
  ...more,
});

describe('approvalConsequence', () => {
  it('names nodes, pods and cost', () => {
    expect(approvalConsequence(decision({}))).toBe('remove 3 nodes, move 41 pods, save $212/month');
    expect(approvalConsequence(decision({ nodeCount: 1, podCount: 1 }))).toBe(
      'remove 1 node, move 1 pod, save $212/month',
    );
    expect(approvalConsequence(decision({ podCount: 0 }))).toContain('move no pods');
    expect(approvalConsequence(decision({ costChange: '0' }))).toContain('same cost');
    expect(approvalConsequence(decision({ kind: 'PROVISION', costChange: '0.1122' }))).toBe(
      'launch 3 nodes for 41 pods, costs $81.91/month more',
    );
    expect(approvalConsequence(decision({ kind: 'PROVISION', podCount: 0 }))).toBe(
      'launch 3 nodes, save $212/month',
    );
  });

  it('names an unknown cost', () => {
    expect(approvalConsequence(decision({ costChange: null }))).toContain('unknown cost');
    expect(monthlyChange(null)).toBe('unknown cost');
  });
});

describe('stateNote', () => {
  it('explains why a decision is not executed', () => {
    expect(stateNote(decision({ observeOnly: true }))).toContain('never executed');
    expect(stateNote(decision({ state: 'SUPERSEDED' }))).toContain('cluster changed');
    expect(stateNote(decision({ state: 'EXPIRED' }))).toContain('expired');
    expect(stateNote(decision({ state: 'REJECTED' }))).toContain('rejected');
  });

  it('explains where the reason of a failure is, and which nodes remain', () => {
    expect(stateNote(decision({ state: 'FAILED', kind: 'PROVISION' }))).toContain(
      'None of the nodes became ready',
    );
    const partlyRemoved = { ...noNodes, remainingNodes: 1 };
    expect(
      stateNote(decision({ state: 'FAILED', kind: 'DRIFT', outcome: partlyRemoved })),
    ).toContain('The node stays in the cluster');
  });

  it('is absent while the decision may still be executed', () => {
    expect(stateNote(decision({}))).toBeUndefined();
    expect(stateNote(decision({ state: 'EXECUTED' }))).toBeUndefined();
  });
});

describe('the figures of a decision', () => {
  it.each<[Partial<DecisionSummaryFieldsFragment>, string]>([
    [{ kind: 'PROVISION', state: 'APPROVED' }, '3 nodes to launch'],
    [
      { kind: 'PROVISION', state: 'EXECUTING', outcome: { ...noNodes, succeededNodes: 2 } },
      '2 of 3 nodes ready',
    ],
    [{ kind: 'PROVISION', state: 'EXECUTED' }, '3 nodes launched'],
    [
      { kind: 'PROVISION', state: 'EXECUTED', outcome: { ...noNodes, launchFailedNodes: 1 } },
      '2 of 3 nodes launched attention',
    ],
    [
      { kind: 'PROVISION', state: 'FAILED', outcome: { ...noNodes, launchFailedNodes: 3 } },
      '0 of 3 nodes launched broken',
    ],
    [{ state: 'AWAITING_APPROVAL' }, '3 nodes to remove'],
    [{ state: 'EXECUTING', outcome: { ...noNodes, succeededNodes: 1 } }, '1 of 3 nodes removed'],
    [{ state: 'EXECUTED' }, '3 nodes removed'],
    [
      { state: 'FAILED', outcome: { ...noNodes, remainingNodes: 3 } },
      '0 of 3 nodes removed broken',
    ],
  ])('show the outcome of the nodes: %o', (fields, text) => {
    const { value, label, tone } = nodeFigure(decision(fields));
    expect([value, label, tone].filter(Boolean).join(' ')).toBe(text);
  });

  it('show planned pods until the decision is executed', () => {
    expect(podFigure(decision({ kind: 'PROVISION' }))).toEqual({
      value: '41 pods',
      label: 'planned',
    });
    expect(podFigure(decision({})).label).toBe('to move');
    expect(podFigure(decision({ state: 'EXECUTED' })).label).toBe('moved');
  });
});
