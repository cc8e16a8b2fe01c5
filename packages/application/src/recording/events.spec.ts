import type { Reason } from '@kerf/engine';
import { aNodeClaimRecord } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import {
  budgetExhausted,
  drainFailed,
  gracePeriodExpiring,
  launchFailed,
  nodeBlocked,
  nodeClassInUse,
  podDeleted,
  podEvicted,
  podNominated,
  podUnschedulable,
  protectionElapsed,
  replacementAwaited,
  replacementLaunching,
  taintMissing,
  terminating,
  terminationFailed,
} from './events.js';

const pod = { namespace: 'shop', name: 'web-1', uid: 'u1' };
const about = {
  claim: { name: 'default-x2k4p', standalone: null },
  node: { name: 'ip-10-0-0-1', uid: 'n1' },
};

describe('the Event of an EC2NodeClass', () => {
  it('names the first five NodeClaims that its deletion waits for', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const nodeClass = { name: 'default', uid: 'u1' };
    expect(nodeClassInUse(nodeClass, names).message).toBe(
      'Waiting on NodeClaim termination for a, b, c, d, e and 2 other(s)',
    );
    expect(nodeClassInUse(nodeClass, ['a']).message).toBe('Waiting on NodeClaim termination for a');
  });
});

describe('the Event of a pod', () => {
  it('is repeated after two minutes, as every Event without an interval, when its protection has elapsed', () => {
    expect(protectionElapsed(pod)).toEqual({
      about: { kind: 'Pod', namespace: 'shop', name: 'web-1', uid: 'u1' },
      type: 'Normal',
      reason: 'DoNotDisruptGracePeriodElapsed',
      message: 'The karpenter.sh/do-not-disrupt grace period has elapsed, pod is now disruptable',
    });
  });

  it('names the node that the pod should schedule on', () => {
    expect(podNominated(pod, { node: 'ip-10-0-0-1' })).toEqual({
      about: { kind: 'Pod', namespace: 'shop', name: 'web-1', uid: 'u1' },
      type: 'Normal',
      reason: 'Nominated',
      message: 'Pod should schedule on node/ip-10-0-0-1',
      dedupeBy: 'node/ip-10-0-0-1',
      isNomination: true,
    });
  });

  it('names the NodeClaim of a node that does not exist yet', () => {
    expect(podNominated(pod, { nodeClaim: 'default-x2k4p' })).toMatchObject({
      message: 'Pod should schedule on nodeclaim/default-x2k4p',
      dedupeBy: 'nodeclaim/default-x2k4p',
    });
  });

  it.each([
    ['Drifted', 'Drifted'],
    ['DeletedByUser', 'the node, its NodeClaim or its NodePool was deleted'],
    ['GarbageCollected', 'the instance of the node is gone'],
  ] as const)('gives the reason of an eviction in words: %s', (reason, expected) => {
    expect(podEvicted(pod, reason)).toMatchObject({
      about: { kind: 'Pod', uid: 'u1' },
      type: 'Normal',
      reason: 'Evicted',
      message: `Evicted pod: ${expected}`,
    });
  });

  it.each([
    [30_000, 30],
    [1_001, 2],
    [0, 0],
  ])('gives a grace period of %d ms in whole seconds, rounded up', (ms, expected) => {
    expect(podDeleted(pod, ms)).toMatchObject({
      reason: 'Disrupted',
      message: expect.stringContaining(`was granted ${expected} seconds of grace-period`),
    });
  });

  it('gives the reasons for all NodePools, then the reason of each NodePool', () => {
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
      dedupeMs: 300_000,
      message:
        'Failed to schedule pod, volume data is lost; incompatible with nodepool "default", did not tolerate taint gpu:NoSchedule; incompatible with nodepool "arm", incompatible requirements, key kubernetes.io/arch, In [amd64] not in In [arm64]',
    });
  });

  it('has a message without reasons', () => {
    expect(podUnschedulable(pod, { reasons: [], byNodePool: [] }).message).toBe(
      'Failed to schedule pod, no compatible NodePool',
    );
  });
});

describe('nodeBlocked', () => {
  const eventsOf = (...reasons: readonly Reason[]): readonly string[] =>
    nodeBlocked(about, reasons).map(
      ({ type, reason, about: { kind }, message }) => `${type} ${kind} ${reason}: ${message}`,
    );

  it('reports what blocks the disruption before what prevents consolidation', () => {
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
      'Normal NodeClaim DisruptionBlocked: Cannot disrupt Node: PDB prevents pod evictions (PodDisruptionBudget=shop/web, Pod=shop/web-1)',
      'Normal Node DisruptionBlocked: Cannot disrupt Node: PDB prevents pod evictions (PodDisruptionBudget=shop/web, Pod=shop/web-1)',
    ]);
  });

  it('reports why a node is not consolidatable, once in a quarter of an hour', () => {
    const events = nodeBlocked(about, [{ code: 'SPOT_INFLEXIBLE', cheaperTypes: 3, needed: 15 }]);
    expect(events).toMatchObject([
      {
        about: { kind: 'NodeClaim', name: 'default-x2k4p', uid: null },
        type: 'Normal',
        reason: 'Unconsolidatable',
        dedupeMs: 900_000,
      },
      { about: { kind: 'Node', uid: 'n1' }, reason: 'Unconsolidatable' },
    ]);
  });

  it('reports nothing for reasons that Karpenter does not report', () => {
    expect(
      eventsOf(
        { code: 'CONSOLIDATE_AFTER', until: 1 },
        { code: 'NOT_EVALUATED_YET' },
        { code: 'NOT_MANAGED' },
      ),
    ).toEqual([]);
  });
});

describe('the Event of a NodePool', () => {
  it('gives the disruption reason whose budget is exhausted, once in a minute', () => {
    const event = budgetExhausted({
      nodePool: 'default',
      reason: 'Drifted',
      nodes: 3,
      disrupting: 1,
      allowed: 0,
      limitingBudget: 0,
      changesAt: null,
    });
    expect(event).toEqual({
      about: { kind: 'NodePool', name: 'default', uid: null },
      type: 'Normal',
      reason: 'DisruptionBlocked',
      message: 'No allowed disruptions for disruption reason Drifted due to blocking budget',
      dedupeBy: 'Drifted',
      dedupeMs: 60_000,
    });
  });
});

describe('the Event of a NodeClaim', () => {
  const claim = aNodeClaimRecord({ clusterId: 'clu_1', id: 'ncl_1', name: 'default-x2k4p' });
  const ofClaim = { kind: 'NodeClaim', name: 'default-x2k4p', uid: null };

  it('has the UID of the object of a standalone NodeClaim', () => {
    const standalone = { ...claim, standalone: { objectUid: 'uid-1', createdAt: 0 } };
    expect(taintMissing(standalone).about).toEqual({ ...ofClaim, uid: 'uid-1' });
  });

  it.each([
    [
      'the launch of a replacement',
      replacementLaunching(claim, 'Drifted'),
      'DisruptionLaunching',
      'Launching NodeClaim: Drifted',
    ],
    [
      'the wait for a replacement',
      replacementAwaited(claim),
      'DisruptionWaitingReadiness',
      'Waiting on readiness to continue disruption',
    ],
  ])('reports %s', (_what, event, reason, message) => {
    expect(event).toMatchObject({ about: ofClaim, type: 'Normal', reason, message });
  });

  it('warns about a node that joined without its taint', () => {
    expect(taintMissing(claim)).toMatchObject({
      about: ofClaim,
      type: 'Warning',
      reason: 'UnregisteredTaintMissing',
      message:
        'Missing karpenter.sh/unregistered taint which prevents registration-related race conditions',
    });
  });

  it.each([
    [
      { code: 'INSUFFICIENT_CAPACITY', offerings: 2, detail: 'no capacity' },
      'InsufficientCapacityError',
    ],
    [{ code: 'NODE_CLASS_NOT_READY', nodeClass: 'a', detail: 'deleted' }, 'NodeClassNotReady'],
    [{ code: 'LAUNCH_REFUSED', detail: 'not authorized' }, 'LaunchFailed'],
    [{ code: 'LAUNCH_WITHHELD', detail: 'limit reached' }, 'LaunchWithheld'],
  ] as const)('gives the reason of a launch that failed: $code', (failure, reason) => {
    expect(launchFailed(claim, failure)).toMatchObject({
      about: ofClaim,
      type: 'Warning',
      reason,
      message: `NodeClaim default-x2k4p was not launched: ${failure.detail}`,
    });
  });
});

describe('the Events of a node that is terminated', () => {
  const reports = [
    {
      what: 'the reason',
      events: terminating(about, 'Expired'),
      expected: {
        type: 'Normal',
        reason: 'DisruptionTerminating',
        message: 'Disrupting Node: Expired',
      },
    },
    {
      what: 'the deletion by a user',
      events: terminating(about, 'DeletedByUser'),
      expected: {
        type: 'Normal',
        reason: 'DisruptionTerminating',
        message: 'Disrupting Node: the node, its NodeClaim or its NodePool was deleted',
      },
    },
    {
      what: 'a grace period that has ended',
      events: gracePeriodExpiring(about, 0),
      expected: {
        type: 'Warning',
        reason: 'TerminationGracePeriodExpiring',
        message: 'All pods are being deleted',
      },
    },
    {
      what: 'the end of its grace period, in seconds',
      events: gracePeriodExpiring(about, 29_001),
      expected: {
        type: 'Warning',
        reason: 'TerminationGracePeriodExpiring',
        message: 'All pods will be deleted in 30 s',
      },
    },
    {
      what: 'an error of the cloud',
      events: terminationFailed(about, 'not authorized'),
      expected: {
        type: 'Warning',
        reason: 'FailedTermination',
        message: 'Failed to terminate the instance: not authorized',
      },
    },
  ];

  it.each(reports)('report $what on the NodeClaim and on its node', ({ events, expected }) => {
    expect(events).toEqual([
      { about: { kind: 'NodeClaim', name: 'default-x2k4p', uid: null }, ...expected },
      { about: { kind: 'Node', name: 'ip-10-0-0-1', uid: 'n1' }, ...expected },
    ]);
  });

  it('are on the NodeClaim alone while it has no node', () => {
    const events = terminating({ claim: about.claim, node: undefined }, 'Expired');
    expect(events.map(({ about: { kind } }) => kind)).toEqual(['NodeClaim']);
  });

  it('name what a failed drain waits for, on the node alone', () => {
    const left = { pods: 2, waitingFor: 'PodDisruptionBudget shop/web' };
    expect(drainFailed(about.node, left)).toEqual({
      about: { kind: 'Node', name: 'ip-10-0-0-1', uid: 'n1' },
      type: 'Warning',
      reason: 'FailedDraining',
      message:
        'Failed to drain node, 2 pods are waiting to be evicted: PodDisruptionBudget shop/web',
    });
  });
});
