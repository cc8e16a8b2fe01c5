import { describe, expect, it } from 'vitest';
import type { ActivityFieldsFragment } from '../../gql/graphql.js';
import { toActivityText } from './events-text.js';

const noNodes = { succeededNodes: 0, launchFailedNodes: 0, notReadyNodes: 0, remainingNodes: 0 };

const decision = (more: Partial<ActivityFieldsFragment> = {}): ActivityFieldsFragment => ({
  id: 'dec_1',
  kind: 'REMOVAL',
  severity: 'INFO',
  clusterName: 'prod',
  lastAt: '2026-11-21T14:00:00Z',
  actors: [],
  decisionId: 'dec_1',
  decisionKind: 'EMPTY',
  decisionEvent: 'Executed',
  decisionOutcome: noNodes,
  interruptionKind: null,
  nodeNames: [],
  nodeCount: 3,
  podCount: 0,
  drainedNodes: 0,
  drainingNodes: 0,
  lostNodes: 0,
  costChange: '-0.1',
  ...more,
});
const storm = (more: Partial<ActivityFieldsFragment> = {}): ActivityFieldsFragment =>
  decision({
    id: 'int_1',
    kind: 'INTERRUPTION',
    decisionId: null,
    decisionKind: null,
    decisionEvent: null,
    decisionOutcome: null,
    interruptionKind: 'SPOT_INTERRUPTED',
    nodeCount: 16,
    podCount: 40,
    drainedNodes: 16,
    costChange: null,
    ...more,
  });

describe('toActivityText', () => {
  it('describes what a decision did, what it saves, and who took part', () => {
    expect(toActivityText(decision())).toMatchObject({
      label: 'Completed',
      tone: 'ok',
      sentence: 'Removed 3 empty nodes, −$73.00/month',
    });
    const approved = decision({
      decisionEvent: 'Approved',
      actors: ['ada', 'bo'],
      costChange: null,
    });
    expect(toActivityText(approved)).toMatchObject({
      label: 'Approved',
      sentence: 'Remove 3 empty nodes (ada, bo)',
    });
  });

  it('describes how many nodes of a launch became ready', () => {
    const launch = { decisionKind: 'PROVISION', podCount: 7, costChange: null } as const;
    const partly = { ...noNodes, succeededNodes: 2, launchFailedNodes: 1 };
    expect(toActivityText(decision({ ...launch, decisionOutcome: partly }))).toMatchObject({
      label: 'Partly failed',
      sentence: 'Launched 2 of 3 nodes for 7 pods; 1 failed to launch',
    });
    expect(toActivityText(decision({ ...launch, decisionEvent: 'Failed' }))).toMatchObject({
      label: 'Failed',
      sentence: 'Launch failed: 3 nodes',
    });
  });

  it.each([
    [{}, 'neutral', '16 nodes drained, all in time'],
    [{ nodeCount: 1, drainedNodes: 1 }, 'neutral', '1 node drained, in time'],
    [{ drainedNodes: 14 }, 'neutral', '14 of 16 nodes drained, all in time'],
    [{ drainedNodes: 0 }, 'neutral', '16 nodes, no action necessary'],
    [{ severity: 'WARNING', drainingNodes: 3 }, 'attention', '3 of 16 nodes still draining'],
    [
      { severity: 'CRITICAL', lostNodes: 2, drainingNodes: 3 },
      'broken',
      '2 of 16 nodes lost pods, 3 of 16 nodes still draining',
    ],
  ] as const)('describes an interruption with %o', (fields, tone, sentence) => {
    expect(toActivityText(storm(fields))).toMatchObject({
      label: 'Spot interruption',
      tone,
      sentence,
    });
  });

  it('shows the code of an unknown step', () => {
    expect(toActivityText(decision({ decisionEvent: 'Postponed' })).label).toBe('Postponed');
  });
});
