import { describe, expect, it } from 'vitest';
import type { FleetEventFieldsFragment } from '../../gql/graphql.js';
import { toEventText } from './events-text.js';

const noNodes = { succeededNodes: 0, launchFailedNodes: 0, notReadyNodes: 0, remainingNodes: 0 };

const event = (more: Partial<FleetEventFieldsFragment> = {}): FleetEventFieldsFragment => ({
  at: '2026-11-21T14:00:00Z',
  clusterId: 'clu_1',
  clusterName: 'prod',
  nodePools: ['general'],
  decisionId: 'dec_1',
  decisionKind: 'EMPTY',
  decisionEvent: 'Executed',
  actor: 'kerf',
  interruptionId: null,
  interruptionKind: null,
  nodeName: null,
  decisionOutcome: noNodes,
  nodeCount: 3,
  podCount: 0,
  costChange: '-0.1',
  ...more,
});

describe('toEventText', () => {
  it('describes what a decision did, what it saves, and who decided', () => {
    expect(toEventText(event())).toMatchObject({
      label: 'Completed',
      tone: 'ok',
      sentence: 'Removed 3 empty nodes, −$73.00/month',
    });
    const approved = event({ decisionEvent: 'Approved', actor: 'ada', costChange: null });
    expect(toEventText(approved)).toMatchObject({
      label: 'Approved',
      sentence: 'Remove 3 empty nodes (ada)',
    });
  });

  it('describes how many nodes of a launch became ready', () => {
    const launch = { decisionKind: 'PROVISION', podCount: 7, costChange: null } as const;
    const partly = { ...noNodes, succeededNodes: 2, launchFailedNodes: 1 };
    expect(toEventText(event({ ...launch, decisionOutcome: partly }))).toMatchObject({
      label: 'Partly failed',
      sentence: 'Launched 2 of 3 nodes for 7 pods; 1 failed to launch',
    });
    expect(toEventText(event({ ...launch, decisionEvent: 'Failed' }))).toMatchObject({
      label: 'Failed',
      sentence: 'Launch failed: 3 nodes',
    });
    expect(toEventText(event({ ...launch, decisionEvent: 'Proposed' })).sentence).toBe(
      'Launch 3 nodes for 7 pods',
    );
  });

  it('names an interruption notice and its node', () => {
    const warned = event({
      decisionKind: null,
      decisionEvent: null,
      actor: null,
      interruptionId: 'int_1',
      interruptionKind: 'SPOT_INTERRUPTED',
      nodeName: 'ip-1',
      podCount: 2,
      costChange: null,
    });
    expect(toEventText(warned)).toMatchObject({
      label: 'Spot interruption',
      tone: 'attention',
      sentence: 'ip-1, 2 pods to move',
    });
    expect(toEventText({ ...warned, decisionId: null, nodeName: null, podCount: 0 })).toMatchObject(
      {
        tone: 'neutral',
        sentence: 'Unknown node',
      },
    );
  });

  it('shows the code of an unknown step', () => {
    expect(toEventText(event({ decisionEvent: 'Postponed' })).label).toBe('Postponed');
  });
});
