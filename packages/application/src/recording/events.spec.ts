import type { Reason } from '@kerf/engine';
import { describe, expect, it } from 'vitest';
import { nodeBlocked, podNominated, podUnschedulable, warned } from './events.js';

const pod = { namespace: 'shop', name: 'web-1', uid: 'u1' };
const about = {
  claim: { name: 'default-x2k4p', standalone: null },
  node: { name: 'ip-10-0-0-1', uid: 'n1' },
};

describe('an Event about a pod', () => {
  it('names the node that the pod should schedule on', () => {
    expect(podNominated(pod, { node: 'ip-10-0-0-1' }).message).toBe(
      'Pod should schedule on node/ip-10-0-0-1',
    );
  });

  it('names what is in the way everywhere, and in each pool', () => {
    const why = {
      reasons: [{ code: 'POD_INVALID', problem: 'VOLUME', detail: 'volume data is lost' }],
      byNodePool: [
        {
          nodePool: 'default',
          reason: { code: 'TAINT_NOT_TOLERATED', key: 'gpu', value: '', effect: 'NoSchedule' },
          nearest: null,
          fix: null,
        },
        {
          nodePool: 'arm',
          reason: {
            code: 'REQUIREMENT_INCOMPATIBLE',
            key: 'kubernetes.io/arch',
            required: [{ operator: 'In', values: ['amd64'], omitted: 0 }],
            volume: null,
            alternatives: 1,
            allowed: {
              source: 'NodePool',
              key: 'kubernetes.io/arch',
              terms: [{ operator: 'In', values: ['arm64'], omitted: 0 }],
            },
          },
          nearest: null,
          fix: null,
        },
      ],
    } as const;
    expect(podUnschedulable(pod, why)).toMatchObject({
      type: 'Warning',
      reason: 'FailedScheduling',
      message:
        'Failed to schedule pod, volume data is lost; incompatible with nodepool "default", did not tolerate taint gpu:NoSchedule; incompatible with nodepool "arm", incompatible requirements, key kubernetes.io/arch, In [amd64] not in In [arm64]',
    });
  });

  it('says something when nothing is known', () => {
    expect(podUnschedulable(pod, { reasons: [], byNodePool: [] }).message).toBe(
      'Failed to schedule pod, no compatible NodePool',
    );
  });
});

describe('an Event about a node that stays', () => {
  const eventsOf = (...reasons: readonly Reason[]): readonly string[] =>
    nodeBlocked(about, reasons).map(
      ({ reason, about: { kind }, message }) => `${kind} ${reason}: ${message}`,
    );

  it('says what blocks it before what makes it not worth consolidating', () => {
    expect(
      eventsOf(
        {
          code: 'NO_CHEAPER_REPLACEMENT',
          priceMicroUsdPerHour: 96_000,
          bestMicroUsdPerHour: 99_000,
        },
        { code: 'PDB_BLOCKS', pdb: 'shop/web', pod: 'shop/web-1' },
      ),
    ).toEqual([
      'NodeClaim DisruptionBlocked: Cannot disrupt Node: PDB prevents pod evictions (PodDisruptionBudget=shop/web, Pod=shop/web-1)',
      'Node DisruptionBlocked: Cannot disrupt Node: PDB prevents pod evictions (PodDisruptionBudget=shop/web, Pod=shop/web-1)',
    ]);
  });

  it('says why it is not consolidated, and not again for a quarter of an hour', () => {
    const events = nodeBlocked(about, [{ code: 'SPOT_INFLEXIBLE', cheaperTypes: 3, needed: 15 }]);
    expect(events).toMatchObject([
      {
        about: { kind: 'NodeClaim', name: 'default-x2k4p', uid: null },
        reason: 'Unconsolidatable',
        dedupeMs: 900_000,
      },
      { about: { kind: 'Node', uid: 'n1' }, reason: 'Unconsolidatable' },
    ]);
  });

  it('is not written for what passes by itself', () => {
    expect(
      eventsOf(
        { code: 'CONSOLIDATE_AFTER', until: 1 },
        { code: 'NOT_EVALUATED_YET' },
        { code: 'NOT_MANAGED' },
      ),
    ).toEqual([]);
  });
});

describe('an Event about a warning of AWS', () => {
  it('is about the node alone when Kerf does not manage it', () => {
    expect(warned({ claim: undefined, node: about.node }, 'RebalanceRecommended')).toMatchObject([
      { about: { kind: 'Node' }, type: 'Normal', reason: 'SpotRebalanceRecommendation' },
    ]);
    expect(warned({ claim: undefined, node: undefined }, 'SpotInterrupted')).toEqual([]);
  });
});
