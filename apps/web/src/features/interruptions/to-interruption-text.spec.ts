import { describe, expect, it } from 'vitest';
import {
  drainMargin,
  type InterruptionRow,
  reactionOf,
  replacementWords,
} from './to-interruption-text.js';

const warning = (more: Partial<InterruptionRow> = {}): InterruptionRow => ({
  id: 'int_1',
  clusterId: 'clu_1',
  clusterName: 'prod',
  kind: 'SPOT_INTERRUPTED',
  outcome: 'DRAINING',
  instanceId: 'i-1',
  nodeClaimId: 'ncl_1',
  nodeName: 'ip-1',
  nodePool: 'general',
  instanceType: 'm5.large',
  zone: 'us-east-1a',
  capacityType: 'SPOT',
  decisionId: 'dec_1',
  warnedAt: '2026-11-21T14:00:00Z',
  receivedAt: '2026-11-21T14:00:01Z',
  deadline: '2026-11-21T14:02:00Z',
  podCount: 3,
  replacementRequestedAt: null,
  replacements: [],
  drainedAt: null,
  lostPods: [],
  endedAt: null,
  ...more,
});

describe('drainMargin', () => {
  it('tells in time from late, and nothing without a deadline', () => {
    expect(drainMargin(warning({ drainedAt: '2026-11-21T14:01:00Z' }))).toBe('1 min to spare');
    expect(drainMargin(warning({ drainedAt: '2026-11-21T14:02:03Z' }))).toBe('3 s late');
    expect(drainMargin(warning())).toBeNull();
    expect(drainMargin(warning({ drainedAt: '2026-11-21T14:01:00Z', deadline: null }))).toBeNull();
  });
});

describe('reactionOf', () => {
  it('is exact where it is short', () => {
    expect(reactionOf(warning())).toBeNull();
    const at = (replacementRequestedAt: string) => reactionOf(warning({ replacementRequestedAt }));
    expect(at('2026-11-21T14:00:01.640Z')).toBe('640 ms');
    expect(at('2026-11-21T14:00:04Z')).toBe('3 s');
  });
});

describe('replacementWords', () => {
  const claim = {
    id: 'ncl_2',
    name: 'general-x1',
    state: 'LAUNCHED',
    nodeName: null,
    instanceType: 'm6i.large',
    zone: null,
    capacityType: null,
    price: null,
    initializedAt: null,
  } as const;
  const requested = { replacementRequestedAt: '2026-11-21T14:00:02Z' };

  it.each([
    [warning({ ...requested, replacements: [claim] }), 'general-x1 (m6i.large)'],
    [
      warning({ replacements: [{ ...claim, nodeName: 'ip-9', instanceType: null }, claim] }),
      'ip-9 + 1',
    ],
    [warning({ replacements: [{ ...claim, nodeName: 'ip-9.ec2.internal' }] }), 'ip-9 (m6i.large)'],
    [warning(requested), 'room on other nodes'],
    [warning(), 'being decided'],
    [warning({ podCount: 0 }), 'no pod to place'],
    [warning({ outcome: 'NOTED' }), 'not needed'],
  ])('says by what the node is replaced', (row, words) => {
    expect(replacementWords(row)).toBe(words);
  });
});
