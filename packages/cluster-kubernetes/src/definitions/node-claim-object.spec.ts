import type { ClaimReboot, NodeClaim } from '@kerf/application';
import { describe, expect, it } from 'vitest';
import {
  launchedInstance,
  launchOptions,
  nodeClaimContext,
  nodeClaimRecord,
} from '../testing/records.js';
import { mergeConditions } from './conditions.js';
import {
  type ConditionContext,
  nodeClaimAnnotations,
  nodeClaimConditions,
  toNodeClaimObject,
  transientConditions,
} from './node-claim-object.js';

const at = (text: string): number => Date.parse(`2026-11-21T${text}Z`);
const launched: Partial<NodeClaim> = { instance: launchedInstance, launchedAt: at('10:00:05') };
const initialized: Partial<NodeClaim> = {
  ...launched,
  registeredAt: at('10:00:35'),
  initializedAt: at('10:01:00'),
};
const leaving = (
  step: NonNullable<NodeClaim['termination']>['step'],
  fields: Partial<NodeClaim['termination']> = {},
): Partial<NodeClaim> => ({
  ...initialized,
  termination: {
    step,
    reason: 'Empty',
    startedAt: at('11:00:00'),
    deadline: null,
    waitingFor: 'PodDisruptionBudget shop/web blocks eviction of pod web-1',
    stepAt: at('11:00:10'),
    ...fields,
  },
});
const ready = {
  Launched: 'True Launched',
  Registered: 'True Registered',
  Initialized: 'True Initialized',
  Ready: 'True Ready',
};

const cases: Record<string, { claim: Partial<NodeClaim>; expect: Record<string, string> }> = {
  'a requested claim has unknown conditions': {
    claim: {},
    expect: {
      Launched: 'Unknown AwaitingReconciliation',
      Registered: 'Unknown AwaitingReconciliation',
      Initialized: 'Unknown AwaitingReconciliation',
      Ready: 'Unknown UnhealthyDependents',
    },
  },
  'a claim without capacity has the reason': {
    claim: {
      failure: { code: 'INSUFFICIENT_CAPACITY', offerings: 3, detail: 'no m5.large in eu-west-1a' },
      terminatedAt: at('10:00:02'),
    },
    expect: {
      Launched: 'False InsufficientCapacity',
      Registered: 'Unknown AwaitingReconciliation',
      Initialized: 'Unknown AwaitingReconciliation',
      Ready: 'False UnhealthyDependents',
    },
  },
  'a claim with an instance waits for its node': {
    claim: launched,
    expect: {
      Launched: 'True Launched',
      Registered: 'Unknown AwaitingReconciliation',
      Initialized: 'Unknown AwaitingReconciliation',
      Ready: 'Unknown UnhealthyDependents',
    },
  },
  'a claim with an initialized node is ready': {
    claim: initialized,
    expect: {
      Launched: 'True Launched',
      Registered: 'True Registered',
      Initialized: 'True Initialized',
      Ready: 'True Ready',
    },
  },
  'a claim that is drained has the blocking pod': {
    claim: leaving('Cordoned'),
    expect: {
      Launched: 'True Launched',
      Registered: 'True Registered',
      Initialized: 'True Initialized',
      Ready: 'True Ready',
      DisruptionReason: 'True Empty',
      Drained: 'Unknown Draining',
    },
  },
  'a drained claim waits for its volumes': {
    claim: leaving('Drained'),
    expect: {
      ...ready,
      DisruptionReason: 'True Empty',
      Drained: 'True Drained',
      VolumesDetached: 'Unknown AwaitingVolumeDetachment',
    },
  },
  'a claim whose volumes are detached is not terminating yet': {
    claim: leaving('VolumesDetached'),
    expect: {
      ...ready,
      DisruptionReason: 'True Empty',
      Drained: 'True Drained',
      VolumesDetached: 'True VolumesDetached',
    },
  },
  'a claim whose grace period ended has volumes that are not detached': {
    claim: leaving('VolumesDetached', {
      undetached: { reason: 'TerminationGracePeriodElapsed', volumes: ['pv-1', 'pv-2'] },
    }),
    expect: {
      ...ready,
      DisruptionReason: 'True Empty',
      Drained: 'True Drained',
      VolumesDetached: 'False TerminationGracePeriodElapsed',
    },
  },
  'a claim does not say whether volumes are detached that Kerf may not read': {
    claim: leaving('VolumesDetached', {
      undetached: { reason: 'VolumeAttachmentsUnreadable', volumes: [] },
    }),
    expect: {
      ...ready,
      DisruptionReason: 'True Empty',
      Drained: 'True Drained',
      VolumesDetached: 'Unknown VolumeAttachmentsUnreadable',
    },
  },
  'a claim whose instance ended before its pods were evicted is not drained': {
    claim: leaving('VolumesDetached', { lostPods: ['shop/web'] }),
    expect: {
      ...ready,
      DisruptionReason: 'True Empty',
      Drained: 'False InstanceEnded',
      VolumesDetached: 'True VolumesDetached',
    },
  },
  'a claim whose instance is terminating has been drained': {
    claim: leaving('InstanceTerminating'),
    expect: {
      Launched: 'True Launched',
      Registered: 'True Registered',
      Initialized: 'True Initialized',
      Ready: 'True Ready',
      DisruptionReason: 'True Empty',
      Drained: 'True Drained',
      VolumesDetached: 'True VolumesDetached',
      InstanceTerminating: 'True InstanceTerminating',
    },
  },
};

describe('nodeClaimConditions', () => {
  it.each(Object.entries(cases))('%s', (_sentence, given) => {
    const conditions = nodeClaimConditions(nodeClaimRecord('a', given.claim), nodeClaimContext);
    expect(
      Object.fromEntries(
        conditions.map(({ type, status, reason }) => [type, `${status} ${reason}`]),
      ),
    ).toEqual(given.expect);
  });

  it('have the time of the last step', () => {
    const conditions = nodeClaimConditions(nodeClaimRecord('a', initialized), nodeClaimContext);
    expect(conditions.find(({ type }) => type === 'Ready')?.changedAt).toBe(at('10:01:00'));
  });

  it('have the reason of the step that waits', () => {
    const conditions = nodeClaimConditions(nodeClaimRecord('a', launched), nodeClaimContext);
    expect(conditions.find(({ type }) => type === 'Ready')?.message).toBe(
      'Registered=Unknown: Node has not joined the cluster',
    );
    const draining = nodeClaimConditions(
      nodeClaimRecord('a', leaving('Cordoned')),
      nodeClaimContext,
    );
    expect(draining.find(({ type }) => type === 'Drained')?.message).toBe(
      'PodDisruptionBudget shop/web blocks eviction of pod web-1',
    );
  });
});

describe('conditions that change while the NodeClaim stays', () => {
  const of = (context: Partial<ConditionContext>, claim: Partial<NodeClaim> = initialized) =>
    nodeClaimConditions(nodeClaimRecord('a', claim), { ...nodeClaimContext, ...context });
  const find = (type: string, ...facts: Parameters<typeof of>) =>
    of(...facts).find((condition) => condition.type === type);

  it('are absent while they are unknown', () => {
    const types = of({}).map(({ type }) => type);
    expect(types).toEqual(['Launched', 'Registered', 'Initialized', 'Ready']);
  });

  it('105: has Consolidatable since consolidateAfter elapsed', () => {
    expect(find('Consolidatable', { consolidatableSince: at('10:05:00') })).toMatchObject({
      status: 'True',
      reason: 'Consolidatable',
      changedAt: at('10:05:00'),
    });
  });

  it.each([
    [true, 'True', 'ConsistentStateFound'],
    [false, 'False', 'ConsistencyCheckFailed'],
  ])('95: has ConsistentStateFound of a check that found %s', (consistent, status, reason) => {
    expect(find('ConsistentStateFound', { consistent })).toMatchObject({ status, reason });
  });

  it('has the reason of the command that is executed, then that of the termination', () => {
    const reasonOf = (...facts: Parameters<typeof of>) =>
      find('DisruptionReason', ...facts)?.reason;
    expect(reasonOf({ disruption: 'Drifted' })).toBe('Drifted');
    expect(reasonOf({ disruption: 'Drifted' }, leaving('Cordoned'))).toBe('Empty');
  });

  it('says in words why a user sees its node go', () => {
    const deleted = leaving('Cordoned', { reason: 'DeletedByUser' });
    expect(find('DisruptionReason', {}, deleted)).toMatchObject({
      reason: 'DeletedByUser',
      message: 'the node, its NodeClaim or its NodePool was deleted',
    });
  });

  it('are removed when they no longer apply, except ConsistentStateFound', () => {
    const shown = of({
      drifted: 'AMIDrift',
      consolidatableSince: 1,
      consistent: true,
      disruption: 'Empty',
    });
    const none = { now: 1, generation: null, transient: transientConditions };
    const after = mergeConditions(mergeConditions([], shown, none), of({}), none);
    expect(new Set(after.map(({ type }) => type))).toEqual(
      new Set(['Launched', 'Registered', 'Initialized', 'Ready', 'ConsistentStateFound']),
    );
  });
});

describe('the conditions of a NodeClaim that was rebooted', () => {
  const reboot: ClaimReboot = {
    step: 'Requested',
    cause: 'AcceleratedHardwareReady/NvidiaXID48Error',
    requestedAt: at('11:00:00'),
    drainMs: 300_000,
    preBootId: null,
    drainedAt: null,
    stepAt: at('11:02:00'),
    failure: null,
    earlier: [],
  };
  const conditionsOf = (changes: Partial<ClaimReboot>, claim: Partial<NodeClaim> = {}) => {
    const record = nodeClaimRecord('a', {
      ...initialized,
      state: 'Registered',
      ...claim,
      reboot: { ...reboot, ...changes },
    });
    return new Map(nodeClaimConditions(record, nodeClaimContext).map((one) => [one.type, one]));
  };

  it.each([
    ['Requested', 'RebootRequested'],
    ['Issuing', 'RebootRequested'],
    ['Issued', 'RebootIssued'],
  ] as const)(
    'have Rebooting since the request, with the reason of the step %s',
    (step, reason) => {
      expect(conditionsOf({ step }).get('Rebooting')).toEqual({
        type: 'Rebooting',
        status: 'True',
        reason,
        message: 'Rebooting for AcceleratedHardwareReady/NvidiaXID48Error',
        changedAt: at('11:00:00'),
      });
    },
  );

  it('say how the reboot ended, and why it failed', () => {
    expect(conditionsOf({ step: 'Succeeded' }).get('Rebooting')).toMatchObject({
      status: 'False',
      reason: 'RebootSucceeded',
      changedAt: at('11:02:00'),
    });
    expect(
      conditionsOf({ step: 'Failed', failure: 'it did not boot' }).get('Rebooting'),
    ).toMatchObject({
      status: 'False',
      reason: 'RebootFailed',
      message: 'it did not boot',
    });
  });

  it('are not Initialized from the reboot until the new boot is', () => {
    expect(
      conditionsOf({ step: 'Issued' }, { initializedAt: null }).get('Initialized'),
    ).toMatchObject({
      status: 'Unknown',
      reason: 'Rebooting',
    });
    expect(
      conditionsOf({ step: 'Succeeded' }, { initializedAt: null }).get('Initialized'),
    ).toMatchObject({ status: 'Unknown', reason: 'AwaitingReconciliation' });
  });

  it('come with the boot ID before the reboot as an annotation', () => {
    const key = 'karpenter.sh/reboot-pre-boot-id';
    const annotationsOf = (preBootId: string | null) =>
      nodeClaimAnnotations(nodeClaimRecord('a', { reboot: { ...reboot, preBootId } }));
    expect(annotationsOf('boot-1')).toMatchObject({ [key]: 'boot-1' });
    expect(annotationsOf(null)).not.toHaveProperty(key);
  });
});

describe('nodeClaimAnnotations', () => {
  it('have the time at which the termination grace period ends', () => {
    const key = 'karpenter.sh/nodeclaim-termination-timestamp';
    const deadline = at('12:30:00') + 999;
    const annotations = (claim: Partial<NodeClaim>) =>
      nodeClaimAnnotations(nodeClaimRecord('a', claim));
    expect(annotations(leaving('Cordoned', { deadline }))).toMatchObject({
      [key]: '2026-11-21T12:30:00Z',
    });
    expect(annotations(leaving('Cordoned'))).not.toHaveProperty([key]);
    expect(annotations(initialized)).not.toHaveProperty([key]);
  });
});

describe('toNodeClaimObject', () => {
  it('keeps minValues in the list of instance types', () => {
    const requirements = [
      {
        key: 'node.kubernetes.io/instance-type',
        operator: 'In',
        values: ['m5.large', 'm5.xlarge', 'gone.large'],
        minValues: 2,
      },
    ] as const;
    const claim = nodeClaimRecord('a', {
      terms: { expireAfter: '720h', terminationGracePeriod: '1h' },
    });
    const object = toNodeClaimObject(claim, {
      ...nodeClaimContext,
      launchOptions: { ...launchOptions, requirements },
      owner: null,
    });
    expect(object['spec']).toMatchObject({
      requirements: [
        {
          key: 'node.kubernetes.io/instance-type',
          operator: 'In',
          values: ['m5.large', 'm5.xlarge'],
          minValues: 2,
        },
      ],
      terminationGracePeriod: '1h',
    });
    expect(object['metadata']).not.toHaveProperty('ownerReferences');
  });
});

describe('toNodeClaimObject of an adopted NodeClaim', () => {
  it('has no requests', () => {
    const context = { ...nodeClaimContext, launchOptions: null, owner: null };
    const object = toNodeClaimObject(nodeClaimRecord('a'), context);
    expect(object['spec']).toMatchObject({ requirements: [] });
  });
});

describe('mergeConditions', () => {
  const now = at('12:00:00');
  const merge = (current: unknown, status: 'True' | 'False', reason = 'Why', message = 'm') =>
    mergeConditions(current, [{ type: 'Ready', status, reason, message }], { now, generation: 3 });

  it('keeps the time of an unchanged condition, and conditions of other controllers', () => {
    const theirs = { type: 'Theirs', status: 'True', lastTransitionTime: 'then' };
    const before = { type: 'Ready', status: 'True', reason: 'Old', lastTransitionTime: 'then' };
    expect(merge([theirs, before], 'True')).toEqual([
      theirs,
      {
        type: 'Ready',
        status: 'True',
        reason: 'Why',
        message: 'm',
        lastTransitionTime: 'then',
        observedGeneration: 3,
      },
    ]);
  });

  it('sets the time of a changed condition', () => {
    const before = { type: 'Ready', status: 'True', lastTransitionTime: 'then' };
    expect(merge([before], 'False')).toMatchObject([
      { status: 'False', lastTransitionTime: '2026-11-21T12:00:00Z' },
    ]);
  });

  it.each(['', 'two words', '1st', 'x'.repeat(2_000)])(
    'writes the type for a reason that the API refuses: %j',
    (reason) => {
      expect(merge(undefined, 'True', reason)).toMatchObject([{ reason: 'Ready' }]);
    },
  );

  it('truncates a message that is too long for the API', () => {
    const [condition] = merge([], 'True', 'Why', 'x'.repeat(50_000));
    expect(String(condition?.['message'])).toHaveLength(32_768);
  });
});
