import { annotationKeys, invariant, labelKeys, taintKeys } from '@kerf/core';
import {
  aCachedNode,
  aDevice,
  aNodeClaimRecord,
  anInstanceType,
  anOffering,
  aPod,
  published,
  someDevices,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { ClaimReboot } from '../domain/node-claim/claim-reboot.js';
import type {
  NodeClaim,
  NodeClaimTermination,
  StandaloneObject,
} from '../domain/node-claim/node-claim.js';
import type { CachedNode } from '../ports/cluster-cache.js';
import { type NodeSources, offeringOf, snapshotNodes } from './snapshot-nodes.js';

const initialized = aNodeClaimRecord({
  clusterId: 'clu_a',
  id: 'ncl_a',
  state: 'Initialized',
  initializedAt: 1,
});

const joined = aCachedNode({ providerId: initialized.instance?.providerId ?? null });

const noSources: NodeSources = {
  nodes: [],
  claims: [],
  plannedPods: [],
  decisionByClaim: new Map(),
  rejections: new Map(),
  nominations: new Map(),
  priceOf: () => null,
  instanceTypes: {},
  drifts: new Map(),
  repairsAt: null,
  mayReboot: false,
};

const nodeOf = (claim: NodeClaim, sources: Partial<NodeSources> = {}) =>
  snapshotNodes({ ...noSources, nodes: [joined], claims: [claim], ...sources })[0];

const standaloneObject: StandaloneObject = { objectUid: 'u-1', createdAt: 0 };

describe('a NodeClaim that is being launched', () => {
  const expected = { instanceType: 'm5.large', zone: 'us-east-1b', capacityType: 'spot' } as const;
  const launching: NodeClaim = {
    ...initialized,
    state: 'Launching',
    instance: null,
    initializedAt: null,
    plan: {
      ...initialized.plan,
      nodePool: 'general',
      podUids: ['web', 'bound-elsewhere'],
      requests: { cpu: 900, memory: 64, pods: 1 },
      labels: { team: 'a' },
      expected: { ...expected, priceMicroUsdPerHour: 7 },
    },
    nodePool: 'general',
  };
  const type = anInstanceType('m5.large')
    .offered(anOffering('us-east-1a', 'on-demand', 9), anOffering('us-east-1b', 'spot', 7))
    .build();
  const web = aPod('web').build();
  const nodesOf = (sources: Partial<NodeSources>) =>
    snapshotNodes({ ...noSources, claims: [launching], plannedPods: [web], ...sources });

  it('is a node of the expected offering with its pods', () => {
    expect(nodesOf({ instanceTypes: { general: [type] } })).toMatchObject([
      {
        name: launching.name,
        labels: {
          team: 'a',
          [labelKeys.instanceType]: 'm5.large',
          [labelKeys.zone]: 'us-east-1b',
          [labelKeys.capacityType]: 'spot',
        },
        allocatable: type.allocatable,
        pods: [{ uid: 'web', isTerminal: false }],
        isInitialized: false,
        isTerminating: false,
        nodeClaim: { id: launching.id },
        offering: expected,
      },
    ]);
  });

  it('has the label of a reservation only if it is launched into it', () => {
    const id = 'karpenter.k8s.aws/capacity-reservation-id';
    const instanceTypes = { general: [{ ...type, labels: { ...type.labels, [id]: ['cr-1'] } }] };
    expect(nodesOf({ instanceTypes })[0]?.labels).not.toHaveProperty([id]);
    const reserved = {
      ...expected,
      capacityType: 'reserved',
      reservationId: 'cr-1',
      priceMicroUsdPerHour: 1,
    } as const;
    const claim = { ...launching, plan: { ...launching.plan, expected: reserved } };
    const [node] = nodesOf({ instanceTypes, claims: [claim] });
    expect(node?.labels).toMatchObject({ [labelKeys.capacityType]: 'reserved', [id]: 'cr-1' });
  });

  it('has its planned requests as capacity when its type is not in the catalog', () => {
    expect(nodesOf({})).toMatchObject([{ allocatable: { cpu: 900, memory: 64, pods: 1 } }]);
  });

  it('is not a node once its launch has failed', () => {
    expect(nodesOf({ claims: [{ ...launching, state: 'LaunchFailed' }] })).toEqual([]);
  });
});

describe('the pods that a NodeClaim was planned for', () => {
  const web = aPod('web').build();
  const planned: NodeClaim = {
    ...initialized,
    plan: { ...initialized.plan, podUids: ['web', 'bound-elsewhere'] },
  };
  const podsOf = (claim: NodeClaim, nodes: readonly CachedNode[]) =>
    snapshotNodes({ ...noSources, nodes, claims: [claim], plannedPods: [web] }).flatMap(
      ({ pods }) => pods.map(({ uid }) => uid),
    );

  it('are on its node until the node is initialized', () => {
    const starting = { ...planned, initializedAt: null };
    expect(podsOf({ ...starting, state: 'Launched' }, [])).toEqual(['web']);
    expect(podsOf({ ...starting, state: 'Registered' }, [joined])).toEqual(['web']);
  });

  it('are not on it once the scheduler can bind them', () => {
    expect(podsOf(planned, [joined])).toEqual([]);
  });
});

describe('a node in a snapshot', () => {
  it('is initialized once its NodeClaim is', () => {
    expect(nodeOf(initialized)).toMatchObject({ isInitialized: true, isTerminating: false });
    expect(nodeOf({ ...initialized, state: 'Registered', initializedAt: null })).toMatchObject({
      isInitialized: false,
      isTerminating: false,
    });
  });

  it('stays initialized while it drains, so that it counts for disruption budgets', () => {
    expect(nodeOf({ ...initialized, state: 'Terminating' })).toMatchObject({
      isInitialized: true,
      isTerminating: true,
    });
  });

  it('does not count for disruption budgets once its instance is being terminated', () => {
    const termination: NodeClaimTermination = {
      step: 'VolumesDetached',
      reason: 'Empty',
      startedAt: 0,
      deadline: null,
      lostPods: [],
      waitingFor: null,
      stepAt: 0,
    };
    const draining: NodeClaim = { ...initialized, state: 'Terminating', termination };
    expect(nodeOf(draining)).not.toHaveProperty('isInstanceEnding');
    for (const step of ['InstanceTerminating', 'InstanceGone'] as const) {
      const ending = { ...draining, termination: { ...termination, step } };
      expect(nodeOf(ending)).toMatchObject({ isInstanceEnding: true });
    }
  });

  it('has resources of its launch that it does not report yet, until it is initialized', () => {
    const { instance: launched } = initialized;
    invariant(launched !== null, 'the record has an instance');
    const instance = { ...launched, allocatable: { cpu: 1_900, 'example.com/dongle': 4 } };
    const node = { ...joined, allocatable: { cpu: 1_800, 'example.com/dongle': 0 } };
    const allocatableOf = (claim: NodeClaim) =>
      nodeOf({ ...claim, instance }, { nodes: [node] })?.allocatable;
    expect(allocatableOf({ ...initialized, state: 'Registered', initializedAt: null })).toEqual({
      cpu: 1_800,
      'example.com/dongle': 4,
    });
    expect(allocatableOf(initialized)).toEqual(node.allocatable);
  });

  it('can attach the volumes of its type until its CSI drivers report theirs', () => {
    const { instanceType = '' } = initialized.instance ?? {};
    const limited = anInstanceType(instanceType).attaching({ ebs: 25, efs: 9 }).build();
    const sources = { instanceTypes: { general: [limited] } };
    const starting: NodeClaim = { ...initialized, nodePool: 'general', initializedAt: null };
    const limitsOf = (claim: NodeClaim, reported: CachedNode['volumeLimits']) =>
      nodeOf(claim, { ...sources, nodes: [{ ...joined, volumeLimits: reported }] })?.volumeLimits;
    expect(limitsOf({ ...starting, state: 'Registered' }, {})).toEqual({ ebs: 25, efs: 9 });
    expect(limitsOf({ ...starting, state: 'Registered' }, { ebs: 3 })).toEqual({ ebs: 3, efs: 9 });
    expect(limitsOf({ ...starting, initializedAt: 1 }, { ebs: 3 })).toEqual({ ebs: 3 });
    const launched = { ...starting, state: 'Launched' as const };
    const [inFlight] = snapshotNodes({ ...noSources, ...sources, claims: [launched] });
    expect(inFlight?.volumeLimits).toEqual({ ebs: 25, efs: 9 });
    const launching = { ...starting, state: 'Launching' as const, instance: null };
    const plan = {
      ...starting.plan,
      expected: { instanceType, zone: 'a', capacityType: 'spot', priceMicroUsdPerHour: 1 },
    } as const;
    const [expected] = snapshotNodes({
      ...noSources,
      ...sources,
      claims: [{ ...launching, plan }],
    });
    expect(expected?.volumeLimits).toEqual({ ebs: 25, efs: 9 });
  });

  it('has the price of its NodePool’s overlays, as its replacement has', () => {
    const { instanceType = '', zone = '', capacityType = 'spot' } = initialized.instance ?? {};
    const type = anInstanceType(instanceType)
      .offered({
        ...anOffering(zone, capacityType, 5),
        priceOverlay: { name: 'o', listedMicroUsdPerHour: 100 },
      })
      .build();
    const labels = {
      [labelKeys.instanceType]: instanceType,
      [labelKeys.zone]: zone,
      [labelKeys.capacityType]: capacityType,
    };
    const sources = { nodes: [{ ...joined, labels }], priceOf: () => 100 };
    const offeringIn = (pool: string, claims: readonly NodeClaim[]) =>
      nodeOf(initialized, { ...sources, claims, instanceTypes: { [pool]: [type] } })?.offering;
    const pool = initialized.nodePool ?? '';
    expect(offeringIn(pool, [initialized])).toMatchObject({
      priceMicroUsdPerHour: 5,
      priceOverlay: { name: 'o', listedMicroUsdPerHour: 100 },
    });
    expect(offeringIn('another', [initialized])).toMatchObject({ priceMicroUsdPerHour: 100 });
    expect(offeringIn(pool, [])).toMatchObject({ priceMicroUsdPerHour: 100 });
    const standalone: NodeClaim = { ...initialized, nodePool: null, standalone: standaloneObject };
    expect(offeringIn(pool, [standalone])).toMatchObject({ priceMicroUsdPerHour: 100 });
  });

  it('of a standalone NodeClaim does not drift and has the grace period of the NodeClaim', () => {
    const standalone: NodeClaim = {
      ...initialized,
      nodePool: null,
      terms: { expireAfter: 'Never', terminationGracePeriod: '10m' },
      standalone: standaloneObject,
    };
    expect(nodeOf(standalone, { nodes: [joined] })?.nodeClaim).toMatchObject({
      nodePool: null,
      drifted: null,
      hasTerminationGracePeriod: true,
    });
  });
});

describe('the devices of a node', () => {
  const { instance } = initialized;
  const type = anInstanceType(instance?.instanceType ?? '')
    .withDevices(someDevices(2), someDevices(1, { driver: 'dra.net', isOnRequest: true }))
    .build();
  const instanceTypes = { [initialized.nodePool ?? '']: [type] };
  const own = published(aDevice('0'));
  const nodes = [{ ...joined, devices: own }];
  const starting: NodeClaim = { ...initialized, state: 'Registered', initializedAt: null };
  const driversOf = (claim: NodeClaim, sources: Partial<NodeSources> = {}) =>
    nodeOf(claim, { instanceTypes, ...sources })?.devices?.devices.map(({ driver }) => driver);

  it('are published ones once it is initialized, and those of its type before', () => {
    expect(nodeOf(initialized, { instanceTypes, nodes })?.devices).toEqual(own);
    expect(nodeOf(starting, { instanceTypes, nodes })?.devices?.isPublished).toBe(false);
    expect(driversOf(starting, { nodes })).toEqual(['gpu', 'gpu']);
    expect(driversOf({ ...starting, state: 'Launched' }, { nodes: [] })).toEqual(['gpu', 'gpu']);
    expect(nodeOf(starting)).not.toHaveProperty('devices');
  });

  it('include those on request only if its pods claimed some', () => {
    const annotations = { [annotationKeys.draDrivers]: 'dra.net' };
    const claiming = { ...starting, plan: { ...starting.plan, annotations } };
    expect(driversOf(claiming)).toEqual(['gpu', 'gpu', 'dra.net']);
  });
});

describe('a launched NodeClaim whose node has not joined', () => {
  const launched: NodeClaim = { ...initialized, state: 'Launched', initializedAt: null };

  it('is a node of its instance that is not ready', () => {
    const priceOf = () => 38_000;
    expect(snapshotNodes({ ...noSources, claims: [launched], priceOf })).toMatchObject([
      {
        name: launched.name,
        allocatable: launched.instance?.allocatable,
        pods: [],
        isReady: false,
        isInitialized: false,
        isTerminating: false,
        offering: { instanceType: 'm5.large', capacityType: 'spot', priceMicroUsdPerHour: 38_000 },
        nodeClaim: { id: 'ncl_a' },
      },
    ]);
  });

  it('is the node of the cluster once that has joined', () => {
    const nodes = snapshotNodes({ ...noSources, claims: [launched], nodes: [joined] });
    expect(nodes.map(({ name }) => name)).toEqual(['node-a']);
  });

  it.each(['Registered', 'Initialized', 'Terminating'] as const)(
    'is no node in state %s, because its node is gone',
    (state) => {
      expect(snapshotNodes({ ...noSources, claims: [{ ...launched, state }] })).toEqual([]);
    },
  );
});

describe('a node of the cluster', () => {
  const inSnapshot = (fields: Partial<CachedNode>, sources: Partial<NodeSources> = {}) =>
    snapshotNodes({ ...noSources, nodes: [{ ...joined, ...fields }], ...sources })[0];

  it.each<readonly [string, Partial<CachedNode>, boolean]>([
    ['without a mark', {}, false],
    ['that is cordoned', { isCordoned: true }, false],
    ['that is being deleted', { deletionRequestedAt: 1 }, true],
    [
      'with the disruption taint',
      { taints: [{ key: taintKeys.disrupted, value: '', effect: 'NoSchedule' }] },
      true,
    ],
    ['with another taint', { taints: [{ key: 'team', value: '', effect: 'NoSchedule' }] }, false],
  ])('%s is terminating: %j', (_, fields, isTerminating) => {
    expect(inSnapshot(fields, { claims: [initialized] })).toMatchObject({ isTerminating });
  });

  it('that is cordoned has the taint of a cordon, once', () => {
    const taint = { key: taintKeys.unschedulable, value: '', effect: 'NoSchedule' } as const;
    expect(inSnapshot({ isCordoned: true })?.taints).toEqual([taint]);
    expect(inSnapshot({ isCordoned: true, taints: [taint] })?.taints).toEqual([taint]);
    expect(inSnapshot({})?.taints).toEqual([]);
  });

  it.each([true, false])('that Kerf does not manage is initialized when it is ready: %j', (is) => {
    expect(inSnapshot({ isReady: is })).toMatchObject({ isInitialized: is, nodeClaim: null });
  });

  it('without a provider ID has no NodeClaim', () => {
    const unlaunched: NodeClaim = { ...initialized, state: 'Requested', instance: null };
    expect(inSnapshot({ providerId: null }, { claims: [unlaunched] })?.nodeClaim).toBeNull();
  });

  it('has its annotation, its nomination, its decision and its rejections', () => {
    const rejection = {
      decisionId: 'dec_0',
      reason: 'Empty',
      at: 0,
      until: 9,
      savingMicroUsdPerHour: null,
    } as const;
    const annotations = { [annotationKeys.doNotDisrupt]: '30m' };
    const sources = {
      claims: [initialized],
      nominations: new Map([['node-a', 7]]),
      decisionByClaim: new Map([['ncl_a', 'dec_1']]),
      rejections: new Map([['ncl_a', [rejection]]]),
    };
    expect(inSnapshot({ annotations }, sources)).toMatchObject({
      doNotDisrupt: '30m',
      nominatedUntil: 7,
      nodeClaim: { decisionId: 'dec_1', rejections: [rejection] },
    });
    expect(inSnapshot({}, { claims: [initialized] })).toMatchObject({
      doNotDisrupt: null,
      nominatedUntil: null,
      nodeClaim: { decisionId: null, rejections: [] },
    });
  });

  it('has the labels of its NodeClaim until it has its own', () => {
    const plan = { ...initialized.plan, labels: { team: 'web', tier: 'a' } };
    const claims = [{ ...initialized, plan }];
    expect(inSnapshot({ labels: { tier: 'b' } }, { claims })?.labels).toEqual({
      team: 'web',
      tier: 'b',
    });
  });
});

describe('offeringOf', () => {
  const typed = { [labelKeys.instanceType]: 'm5.large', [labelKeys.zone]: 'zone-a' };
  const eks = 'eks.amazonaws.com/capacityType';

  it.each([
    [{}, 'on-demand'],
    [{ [labelKeys.capacityType]: 'spot' }, 'spot'],
    [{ [labelKeys.capacityType]: 'reserved' }, 'reserved'],
    [{ [eks]: 'SPOT' }, 'spot'],
    [{ [eks]: 'ON_DEMAND' }, 'on-demand'],
    [{ [eks]: 'CAPACITY_BLOCK' }, 'reserved'],
    [{ [labelKeys.capacityType]: 'spot', [eks]: 'ON_DEMAND' }, 'spot'],
  ])('with the labels %j is %s', (labels, capacityType) => {
    expect(offeringOf({ ...typed, ...labels }, () => 5)).toEqual({
      instanceType: 'm5.large',
      zone: 'zone-a',
      capacityType,
      priceMicroUsdPerHour: 5,
    });
  });

  it.each([labelKeys.instanceType, labelKeys.zone])('is unknown without the label %s', (key) => {
    const { [key]: _, ...labels } = typed;
    expect(offeringOf(labels, () => 5)).toBeNull();
  });

  it('has an unknown price when none is listed', () => {
    expect(offeringOf(typed, () => null)).toMatchObject({ priceMicroUsdPerHour: null });
  });
});

describe('an unhealthy node', () => {
  const condition = { type: 'StorageReady', status: 'False', reason: '', since: 0 } as const;
  const ofPool: NodeClaim = { ...initialized, nodePool: 'general' };
  const labels = { [labelKeys.nodePool]: 'general' };
  const sick = { ...joined, labels, unhealthyConditions: [condition] };
  const repairOf = (claim: NodeClaim, sources: Partial<NodeSources> = {}) =>
    nodeOf(claim, { nodes: [sick], repairsAt: 30 * 60_000, ...sources })?.repair;

  it('is to be repaired once its condition is tolerated no more', () => {
    expect(repairOf(ofPool)).toMatchObject({ condition: 'StorageReady', halted: null });
    expect(repairOf(ofPool, { repairsAt: 30 * 60_000 - 1 })).toBeUndefined();
    expect(repairOf(ofPool, { repairsAt: null })).toBeUndefined();
    expect(repairOf({ ...ofPool, initializedAt: null })).toBeUndefined();
  });

  it('stays if many nodes of its NodePool are unhealthy', () => {
    // A condition counts before it is due.
    const alsoSick = aCachedNode({
      name: 'other',
      labels,
      unhealthyConditions: [{ ...condition, since: 30 * 60_000 }],
    });
    const halted = { unhealthy: 2, nodes: 2 };
    expect(repairOf(ofPool, { nodes: [sick, alsoSick] })).toMatchObject({ halted });
    const elsewhere = { ...alsoSick, labels: { [labelKeys.nodePool]: 'other' } };
    expect(repairOf(ofPool, { nodes: [sick, elsewhere] })).toMatchObject({ halted: null });
  });
});

describe('a node that reboots', () => {
  const reboot: ClaimReboot = {
    step: 'Issued',
    cause: 'AcceleratedHardwareReady/NvidiaXID48Error',
    requestedAt: 0,
    drainMs: 300_000,
    preBootId: 'boot-1',
    drainedAt: 5_000,
    stepAt: 6_000,
    failure: null,
    earlier: [],
  };
  const rebooting: NodeClaim = { ...initialized, state: 'Registered', initializedAt: null, reboot };
  const taint = { key: taintKeys.rebooting, value: '', effect: 'NoSchedule' } as const;
  const tainted = { ...joined, taints: [taint] };

  it('takes pods in plans, which its taint does not keep away, and is known to reboot', () => {
    expect(nodeOf(rebooting, { nodes: [tainted] })).toMatchObject({
      isRebooting: true,
      isInitialized: false,
      isTerminating: false,
      taints: [],
    });
  });

  it.each(['Succeeded', 'Failed'] as const)('does not any more once the reboot %s', (step) => {
    const ended = nodeOf({ ...rebooting, reboot: { ...reboot, step } }, { nodes: [tainted] });
    expect(ended).toMatchObject({ taints: [taint] });
    expect(ended).not.toHaveProperty('isRebooting');
  });

  it('does not any more while it is terminated', () => {
    expect(nodeOf({ ...rebooting, state: 'Terminating' })).not.toHaveProperty('isRebooting');
  });
});
