import { labelKeys } from '@kerf/core';
import { aPod } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createHandlers } from '../../jobs/job-handlers.js';
import { ClusterObjects } from '../../testing/cluster-objects.js';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { Crashed } from '../../testing/crash-switch.js';
import { openRecords, type RecordSource } from '../../testing/simulation-records.js';

let records: RecordSource;
vi.setConfig({ testTimeout: 300_000 });
beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => records.close());

const everyNode = [{ nodes: '100%' }];
const onlyDrifted = [...everyNode, { nodes: '0', reasons: ['Empty', 'Underutilized'] }];
/** Karpenter's cron has no weekday 7; the CRDs accept the text. */
const never = [{ nodes: '0', schedule: '30 10 * * 1-7', duration: '22h' }, { nodes: '100%' }];

const poolSpec = (budgets: readonly object[], fields: object = {}) => ({
  template: {
    spec: {
      nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
      requirements: [
        { key: 'karpenter.sh/capacity-type', operator: 'In', values: ['on-demand'] },
        { key: 'node.kubernetes.io/instance-type', operator: 'In', values: ['m5.large'] },
      ],
    },
  },
  disruption: { consolidationPolicy: 'WhenEmptyOrUnderutilized', consolidateAfter: '0s', budgets },
  // Before the NodePool that each simulation has.
  weight: 100,
  ...fields,
});

/** One pod of this size fills a node. */
const size = { milliCpu: 1_200, memoryMib: 1_024 };
const large = { cpu: 1_200, memory: 1024 ** 3 };

/** Two nodes of NodePool `web`, one of them empty as soon as its pod ends. */
async function openTwoNodes() {
  const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
  const objects = new ClusterObjects(simulation);
  await objects.write('NodePool', 'web', { spec: poolSpec([{ nodes: '0' }]) });
  const { cluster } = simulation;
  cluster.addPendingPods(2, large);
  await simulation.until(() => Promise.resolve(cluster.pending.size === 0));
  expect(cluster.nodes.size).toBe(2);
  return { simulation, objects };
}

/** A pending pod that fits beside no other one. */
const podNamed = (uid: string, nodeSelector: Readonly<Record<string, string>> = {}) =>
  aPod(uid).requesting(size).selecting(nodeSelector).build();

async function nodesOf({ store, clusterId }: ClusterSimulation, nodePool: string): Promise<number> {
  const claims = await store.nodeClaims.inStates(clusterId, [
    'Launched',
    'Registered',
    'Initialized',
  ]);
  return claims.filter((claim) => claim.nodePool === nodePool).length;
}

async function endPods({ cluster }: ClusterSimulation, ...uids: readonly string[]): Promise<void> {
  for (const uid of uids) await cluster.deletePod(null, { uid, namespace: 'default', name: uid });
}

async function pass(simulation: ClusterSimulation, seconds: number): Promise<void> {
  const until = simulation.clock.now() + seconds * 1_000;
  await simulation.until(() => Promise.resolve(simulation.clock.now() >= until), seconds + 1);
}

const publish = ({ ports, store, clusterId }: ClusterSimulation) =>
  createHandlers({ ...ports, store })['definition.publish-status']({ clusterId });

const conditionOf = ({ cluster }: ClusterSimulation, object: string, type: string) =>
  cluster.statuses.get(object)?.conditions.find((condition) => condition.type === type);

describe('a refused change of a NodePool', () => {
  it('57: keeps both nodes when its budget of none has a schedule that cannot be read', async () => {
    const { simulation, objects } = await openTwoNodes();
    const { cluster } = simulation;
    await objects.write('NodePool', 'web', { spec: poolSpec(everyNode) });
    const generation = await objects.write('NodePool', 'web', { spec: poolSpec(never) });
    await endPods(simulation, 'pod-1', 'pod-2');
    await pass(simulation, 180);
    expect(cluster.nodes.size).toBe(2);
    const blocked = simulation.events.recorded.filter(
      ({ about, reason }) => about.kind === 'Node' && reason === 'DisruptionBlocked',
    );
    expect(blocked.at(-1)?.message).toMatch(
      /^Cannot disrupt Node: NodePool is refused \(NodePool=web\): spec\.disruption\.budgets/,
    );
    await publish(simulation);
    expect(cluster.statuses.get('NodePool/web')?.generation).toBe(generation);
    expect(conditionOf(simulation, 'NodePool/web', 'Ready')).toMatchObject({
      status: 'False',
      reason: 'ValidationFailed',
      message: expect.stringMatching(/^spec\.disruption\.budgets\[0\]\.schedule: .* weekday 0-6/),
    });
    expect(simulation.events.reasons).toContain('ValidationFailed NodePool');
  });

  it('keeps both nodes when its budget names a reason that does not exist', async () => {
    const { simulation, objects } = await openTwoNodes();
    await objects.write('NodePool', 'web', { spec: poolSpec(everyNode) });
    const budgets = [{ nodes: '0', reasons: ['Boredom'] }, ...everyNode];
    await objects.write('NodePool', 'web', { spec: poolSpec(budgets) });
    await endPods(simulation, 'pod-1', 'pod-2');
    await pass(simulation, 180);
    expect(simulation.cluster.nodes.size).toBe(2);
    await publish(simulation);
    expect(conditionOf(simulation, 'NodePool/web', 'Ready')).toMatchObject({
      status: 'False',
      reason: 'ValidationFailed',
      message: expect.stringMatching(
        /^spec\.disruption\.budgets\[0\]\.reasons\[0\]: .*Underutilized/,
      ),
    });
  });

  it('keeps both nodes after a restart of the worker, before the objects are reported again', async () => {
    const { simulation, objects } = await openTwoNodes();
    await objects.write('NodePool', 'web', { spec: poolSpec(everyNode) });
    await objects.write('NodePool', 'web', { spec: poolSpec(never) });
    await endPods(simulation, 'pod-1', 'pod-2');
    simulation.crash.onCall = () => {
      simulation.crash.onCall = () => Promise.resolve();
      return Promise.reject(new Crashed());
    };
    await pass(simulation, 60);
    await objects.reportAll();
    await pass(simulation, 60);
    expect(simulation.cluster.nodes.size).toBe(2);
  });

  it('ends when the object is corrected: the nodes are removed', async () => {
    const { simulation, objects } = await openTwoNodes();
    await objects.write('NodePool', 'web', { spec: poolSpec(never) });
    await endPods(simulation, 'pod-1', 'pod-2');
    await pass(simulation, 60);
    expect(simulation.cluster.nodes.size).toBe(2);
    await objects.write('NodePool', 'web', { spec: poolSpec(everyNode) });
    await simulation.until(() => Promise.resolve(simulation.cluster.nodes.size === 0));
    await publish(simulation);
    expect(conditionOf(simulation, 'NodePool/web', 'Ready')).toMatchObject({ status: 'True' });
  });

  it('launches nodes while only its disruption settings cannot be read', async () => {
    const { simulation, objects } = await openTwoNodes();
    await objects.write('NodePool', 'web', { spec: poolSpec(never) });
    simulation.cluster.addPods([podNamed('late')]);
    await simulation.until(() => Promise.resolve(simulation.cluster.pending.size === 0));
    expect(await nodesOf(simulation, 'web')).toBe(3);
  });

  it('launches and removes nothing while its requirements, limits or weight cannot be read', async () => {
    const { simulation, objects } = await openTwoNodes();
    await objects.write('NodePool', 'web', { spec: poolSpec(everyNode) });
    await objects.write('NodePool', 'web', {
      spec: poolSpec(everyNode, { limits: { cpu: 'much' } }),
    });
    await endPods(simulation, 'pod-1', 'pod-2');
    simulation.cluster.addPods([podNamed('late', { [labelKeys.nodePool]: 'web' })]);
    simulation.cluster.isSchedulerDown = true;
    await pass(simulation, 120);
    expect(simulation.cluster.nodes.size).toBe(2);
    expect(simulation.cloud.launchCount).toBe(2);
  });

  it('removes its nodes when the object is deleted', async () => {
    const { simulation, objects } = await openTwoNodes();
    await objects.write('NodePool', 'web', { spec: poolSpec(never) });
    await objects.delete('NodePool', 'web');
    await simulation.until(() => Promise.resolve(simulation.cluster.nodes.size === 0));
    expect(await simulation.findings()).toEqual([]);
  });
});

describe('a NodePool that is refused from the start', () => {
  it('launches nodes and disrupts none when only its disruption settings cannot be read', async () => {
    const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
    const objects = new ClusterObjects(simulation);
    await objects.write('NodePool', 'web', { spec: poolSpec(never) });
    simulation.cluster.addPendingPods(2, large);
    await simulation.until(() => Promise.resolve(simulation.cluster.pending.size === 0));
    expect(await nodesOf(simulation, 'web')).toBe(2);
    await endPods(simulation, 'pod-1', 'pod-2');
    await pass(simulation, 120);
    expect(simulation.cluster.nodes.size).toBe(2);
  });

  it('is named with its cause by pending pods, its conditions and an Event', async () => {
    const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
    const objects = new ClusterObjects(simulation);
    await objects.write('NodePool', 'web', { spec: poolSpec(everyNode, { weight: 0 }) });
    simulation.cluster.addPods([podNamed('late', { [labelKeys.nodePool]: 'web' })]);
    await simulation.until(async () => (await simulation.podVerdicts()).length > 0);
    const [verdict] = await simulation.podVerdicts();
    expect(verdict).toMatchObject({
      kind: 'Unschedulable',
      byNodePool: [
        {
          nodePool: 'web',
          reason: { code: 'NODE_POOL_REFUSED', field: 'spec.weight' },
          fix: { kind: 'NodePool', name: 'web', path: 'spec.weight' },
        },
        { nodePool: 'default' },
      ],
    });
    await publish(simulation);
    expect(conditionOf(simulation, 'NodePool/web', 'ValidationSucceeded')).toMatchObject({
      status: 'False',
      message: expect.stringContaining('spec.weight'),
    });
    expect(simulation.events.reasons).toContain('ValidationFailed NodePool');
    await objects.write('NodePool', 'web', { spec: poolSpec(everyNode) });
    await simulation.until(() => Promise.resolve(simulation.cluster.pending.size === 0));
  });
});

describe('a refused change of an EC2NodeClass', () => {
  const classSpec = (fields: object = {}) => ({
    subnetSelectorTerms: [{ id: 'subnet-1' }],
    securityGroupSelectorTerms: [{ id: 'sg-1' }],
    amiSelectorTerms: [{ alias: 'al2023@latest' }],
    role: 'nodes',
    ...fields,
  });

  async function openWithClass() {
    const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
    const objects = new ClusterObjects(simulation);
    await objects.write('EC2NodeClass', 'own', { spec: classSpec() });
    const spec = poolSpec(onlyDrifted);
    const nodeClassRef = { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'own' };
    const template = { spec: { ...spec.template.spec, nodeClassRef } };
    await objects.write('NodePool', 'web', { spec: { ...spec, template } });
    simulation.cluster.addPendingPods(2, large);
    await simulation.until(() => Promise.resolve(simulation.cluster.pending.size === 0));
    expect(await nodesOf(simulation, 'web')).toBe(2);
    return { simulation, objects };
  }

  it('stops launches with it, and pods and conditions say why', async () => {
    const { simulation, objects } = await openWithClass();
    await objects.write('EC2NodeClass', 'own', { spec: classSpec({ mood: 'good' }) });
    simulation.cluster.addPods([podNamed('late', { [labelKeys.nodePool]: 'web' })]);
    await simulation.until(async () =>
      (await simulation.podVerdicts()).some(({ kind }) => kind === 'Unschedulable'),
    );
    const verdicts = await simulation.podVerdicts();
    expect(verdicts.find(({ kind }) => kind === 'Unschedulable')).toMatchObject({
      byNodePool: expect.arrayContaining([
        expect.objectContaining({
          nodePool: 'web',
          reason: {
            code: 'NODE_POOL_NOT_READY',
            nodeClass: 'own',
            detail: expect.stringMatching(/^EC2NodeClass own is refused: spec\.mood/),
          },
          fix: { kind: 'EC2NodeClass', name: 'own', path: 'spec.mood' },
        }),
      ]),
    });
    await publish(simulation);
    expect(conditionOf(simulation, 'EC2NodeClass/own', 'Ready')).toMatchObject({ status: 'False' });
    expect(conditionOf(simulation, 'NodePool/web', 'NodeClassReady')).toMatchObject({
      status: 'False',
    });
    await objects.write('EC2NodeClass', 'own', { spec: classSpec() });
    await simulation.until(() => Promise.resolve(simulation.cluster.pending.size === 0));
  });

  it('replaces no node that has drifted from the definition before', async () => {
    const { simulation, objects } = await openWithClass();
    await objects.write('EC2NodeClass', 'own', { spec: classSpec({ tags: { team: 'web' } }) });
    await objects.write('EC2NodeClass', 'own', {
      spec: classSpec({ tags: { team: 'web' }, mood: 'good' }),
    });
    const before = [...simulation.cluster.nodes.keys()];
    await pass(simulation, 180);
    expect([...simulation.cluster.nodes.keys()]).toEqual(before);
    await objects.write('EC2NodeClass', 'own', { spec: classSpec({ tags: { team: 'web' } }) });
    await simulation.until(
      () => Promise.resolve(before.every((name) => !simulation.cluster.nodes.has(name))),
      600,
    );
  });
});
