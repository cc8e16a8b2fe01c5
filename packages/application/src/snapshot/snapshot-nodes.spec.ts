import { invariant, labelKeys } from '@kerf/core';
import { aCachedNode, aNodeClaimRecord, anInstanceType, anOffering, aPod } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { NodeClaim, StandaloneObject } from '../domain/node-claim/node-claim.js';
import { type NodeSources, snapshotNodes } from './snapshot-nodes.js';

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
  now: 0,
  priceOf: () => null,
  instanceTypes: {},
  nodePools: [],
  nodeClasses: [],
};

const nodeOf = (claim: NodeClaim, sources: Partial<NodeSources> = {}) =>
  snapshotNodes({ ...noSources, nodes: [joined], claims: [claim], ...sources })[0];

const standaloneObject: StandaloneObject = { objectUid: 'u-1', createdAt: 0 };

describe('a claim that is being launched', () => {
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

  it('is a node of the expected offering, with its pods on it', () => {
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

  it('has room for what it was planned to hold when its type is not in the catalog', () => {
    expect(nodesOf({})).toMatchObject([{ allocatable: { cpu: 900, memory: 64, pods: 1 } }]);
  });

  it('is not a node once its launch has failed', () => {
    expect(nodesOf({ claims: [{ ...launching, state: 'LaunchFailed' }] })).toEqual([]);
  });
});

describe('a node in a snapshot', () => {
  it('is initialized once its claim is', () => {
    expect(nodeOf(initialized)).toMatchObject({ isInitialized: true, isTerminating: false });
    expect(nodeOf({ ...initialized, state: 'Registered', initializedAt: null })).toMatchObject({
      isInitialized: false,
      isTerminating: false,
    });
  });

  it('counts for the budgets of its pool while it drains: initialized, and leaving', () => {
    expect(nodeOf({ ...initialized, state: 'Terminating' })).toMatchObject({
      isInitialized: true,
      isTerminating: true,
    });
  });

  it('has what it was bought with until it is initialized, also what it does not report yet', () => {
    const { instance: bought } = initialized;
    invariant(bought !== null, 'it is bought');
    const instance = { ...bought, allocatable: { cpu: 1_900, 'example.com/dongle': 4 } };
    const node = { ...joined, allocatable: { cpu: 1_800, 'example.com/dongle': 0 } };
    const allocatableOf = (claim: NodeClaim) =>
      nodeOf({ ...claim, instance }, { nodes: [node] })?.allocatable;
    expect(allocatableOf({ ...initialized, state: 'Registered', initializedAt: null })).toEqual({
      cpu: 1_800,
      'example.com/dongle': 4,
    });
    expect(allocatableOf(initialized)).toEqual(node.allocatable);
  });

  it('costs what overlays of its pool say, as whatever would replace it does', () => {
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

  it('of a claim without a pool does not drift, and is drained as the claim itself says', () => {
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
