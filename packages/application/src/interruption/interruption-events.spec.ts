import { describe, expect, it } from 'vitest';
import { interruptionKinds } from '../domain/interruption/interruption.js';
import { terminatingOnInterruption, warned } from './interruption-events.js';

const about = {
  claim: { name: 'default-x2k4p', standalone: null },
  node: { name: 'ip-10-0-0-1', uid: 'n1' },
};

describe('terminatingOnInterruption', () => {
  it.each([
    [119_500, '; the instance ends in 120 s'],
    [0, '; the instance has ended'],
    [null, ''],
  ])('says when the instance ends, %s ms from now, on the NodeClaim and on its node', (ms, end) => {
    const text = {
      type: 'Warning',
      reason: 'TerminatingOnInterruption',
      message: `Interruption triggered termination for the node${end}`,
    };
    expect(terminatingOnInterruption(about, ms)).toEqual([
      { about: { kind: 'NodeClaim', name: 'default-x2k4p', uid: null }, ...text },
      { about: { kind: 'Node', name: 'ip-10-0-0-1', uid: 'n1' }, ...text },
    ]);
  });
});

describe('warned', () => {
  it('is about the node alone when Kerf does not manage the node', () => {
    expect(warned({ claim: undefined, node: about.node }, 'RebalanceRecommended')).toMatchObject([
      { about: { kind: 'Node' }, type: 'Normal', reason: 'SpotRebalanceRecommendation' },
    ]);
    expect(warned({ claim: undefined, node: undefined }, 'SpotInterrupted')).toEqual([]);
  });

  it.each(interruptionKinds)('is about the NodeClaim and its node: %s', (kind) => {
    expect(warned(about, kind).map((event) => event.about.kind)).toEqual(['NodeClaim', 'Node']);
  });

  it('has Karpenter’s reason for each kind of warning', () => {
    expect(
      interruptionKinds.map((kind) => {
        const [event] = warned(about, kind);
        return [kind, event?.type, event?.reason];
      }),
    ).toEqual([
      ['SpotInterrupted', 'Warning', 'SpotInterrupted'],
      ['RebalanceRecommended', 'Normal', 'SpotRebalanceRecommendation'],
      ['ScheduledChange', 'Warning', 'InstanceUnhealthy'],
      ['InstanceStopped', 'Warning', 'InstanceStopping'],
      ['InstanceTerminated', 'Warning', 'InstanceTerminating'],
      ['CapacityReservationInterrupted', 'Warning', 'CapacityReservationInstanceInterrupted'],
    ]);
  });
});
