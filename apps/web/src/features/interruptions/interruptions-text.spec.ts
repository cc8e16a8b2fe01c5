import { describe, expect, it } from 'vitest';
import {
  drainMargin,
  type InterruptionRow,
  planningDelayOf,
  replacementWords,
} from './interruptions-text.js';

const interruption = (more: Partial<InterruptionRow> = {}): InterruptionRow => ({
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
  it('returns the time before or after the deadline, and `null` without a deadline', () => {
    expect(drainMargin(interruption({ drainedAt: '2026-11-21T14:01:00Z' }))).toBe('1 min to spare');
    expect(drainMargin(interruption({ drainedAt: '2026-11-21T14:02:03Z' }))).toBe('3 s late');
    expect(drainMargin(interruption())).toBeNull();
    expect(
      drainMargin(interruption({ drainedAt: '2026-11-21T14:01:00Z', deadline: null })),
    ).toBeNull();
  });
});

describe('planningDelayOf', () => {
  it('returns milliseconds below one second', () => {
    expect(planningDelayOf(interruption())).toBeNull();
    const at = (replacementRequestedAt: string) =>
      planningDelayOf(interruption({ replacementRequestedAt }));
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
    [interruption({ ...requested, replacements: [claim] }), 'general-x1 (m6i.large)'],
    [
      interruption({ replacements: [{ ...claim, nodeName: 'ip-9', instanceType: null }, claim] }),
      'ip-9 + 1',
    ],
    [
      interruption({ replacements: [{ ...claim, nodeName: 'ip-9.ec2.internal' }] }),
      'ip-9 (m6i.large)',
    ],
    [interruption(requested), 'Existing capacity'],
    [interruption(), 'Pending'],
    [interruption({ podCount: 0 }), 'No pods to move'],
    [interruption({ outcome: 'NOTED' }), 'Not needed'],
  ])('describes what replaces the node', (row, words) => {
    expect(replacementWords(row)).toBe(words);
  });
});
