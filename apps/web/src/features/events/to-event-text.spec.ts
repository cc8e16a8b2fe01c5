import { describe, expect, it } from 'vitest';
import type { FleetEventFieldsFragment } from '../../gql/graphql.js';
import { toEventText } from './to-event-text.js';

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
  nodeCount: 3,
  podCount: 0,
  costChange: '-100000',
  ...more,
});

describe('toEventText', () => {
  it('says what a decision did, what it saves, and who had a hand in it', () => {
    expect(toEventText(event())).toMatchObject({
      word: 'Done',
      tone: 'ok',
      sentence: 'Remove 3 empty nodes, −$73.00/month',
    });
    const approved = event({ decisionEvent: 'Approved', actor: 'ada', costChange: null });
    expect(toEventText(approved)).toMatchObject({
      word: 'Approved',
      sentence: 'Remove 3 empty nodes (ada)',
    });
  });

  it('says what the cloud warned of', () => {
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
      word: 'Spot interruption',
      tone: 'attention',
      sentence: 'ip-1, 2 pods to move',
    });
    expect(toEventText({ ...warned, decisionId: null, nodeName: null, podCount: 0 })).toMatchObject(
      {
        tone: 'neutral',
        sentence: 'a node that has left',
      },
    );
  });

  it('shows a step that this build does not know as it is', () => {
    expect(toEventText(event({ decisionEvent: 'Postponed' })).word).toBe('Postponed');
  });
});
