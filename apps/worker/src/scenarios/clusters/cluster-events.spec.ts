import { type NodeClaim, organizationAdmin, type Principal } from '@kerf/application';
import { invariant, taintKeys } from '@kerf/core';
import type { ClusterMode } from '@kerf/engine';
import { fakeInstanceTypes } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { openRecords, type RecordSource } from '../../testing/simulation-records.js';

/* Kubernetes Events that users of Karpenter expect. */

const giB = 1024 ** 3;
const inflate = { cpu: 1_000, memory: giB };
const ada: Principal = { kind: 'User', id: 'usr_ada', name: 'ada', ...organizationAdmin };
let records: RecordSource;

vi.setConfig({ testTimeout: 300_000 });

beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => records.close());

const open = (mode: ClusterMode): Promise<ClusterSimulation> =>
  ClusterSimulation.open(records.open(), { mode });

async function openWithPods(count: number, mode: ClusterMode = 'auto'): Promise<ClusterSimulation> {
  const simulation = await open(mode);
  simulation.cluster.addPendingPods(count, inflate);
  await simulation.until(async () => {
    const [decision] = await simulation.decisions();
    return simulation.cluster.pending.size === 0 && decision?.state === 'Executed';
  });
  return simulation;
}

const messageOf = (
  { events }: ClusterSimulation,
  reason: string,
  kind?: string,
): string | undefined =>
  events.recorded.find(
    (event) => event.reason === reason && (kind ?? event.about.kind) === event.about.kind,
  )?.message;
const has = ({ events }: ClusterSimulation, reason: string) =>
  Promise.resolve(events.recorded.some((event) => event.reason === reason));

describe('pods', () => {
  it('get an Event that names the NodeClaim they should schedule on', async () => {
    const simulation = await openWithPods(3);
    const [claim] = simulation.cluster.nodeClaims.keys();
    const nominated = simulation.events.recorded.find(({ reason }) => reason === 'Nominated');
    expect(nominated).toMatchObject({
      about: { kind: 'Pod', namespace: 'default', name: 'pod-1', uid: 'pod-1' },
      type: 'Normal',
      message: `Pod should schedule on nodeclaim/${claim}`,
      isNomination: true,
    });
  });

  it('get an Event with the reasons if no NodePool can take them', async () => {
    const simulation = await open('auto');
    simulation.cluster.addPendingPods(1, { cpu: 64_000, memory: giB });
    await simulation.until(() => has(simulation, 'FailedScheduling'));
    expect(messageOf(simulation, 'FailedScheduling')).toBe(
      'Failed to schedule pod, incompatible with nodepool "default", no instance type has 64 of cpu',
    );
  });

  it('get no Events in mode observe', async () => {
    const simulation = await open('observe');
    simulation.cluster.addPendingPods(1, inflate);
    await simulation.until(async () => (await simulation.decisions()).length > 0);
    expect(simulation.events.recorded).toEqual([]);
  });
});

describe('a NodeClaim', () => {
  it('gets an Event when EC2 has no capacity', async () => {
    const simulation = await open('auto');
    for (const { name, offerings } of fakeInstanceTypes) {
      for (const { zone, capacityType } of offerings) {
        simulation.cloud.exhausted.add(`${name}/${zone}/${capacityType}`);
      }
    }
    simulation.cluster.addPendingPods(1, inflate);
    await simulation.until(() => has(simulation, 'InsufficientCapacityError'));
    expect(simulation.events.recorded).toContainEqual(
      expect.objectContaining({
        about: expect.objectContaining({ kind: 'NodeClaim', uid: null }),
        type: 'Warning',
        reason: 'InsufficientCapacityError',
      }),
    );
  });

  it('gets an Event when its node joined without its taint', async () => {
    const simulation = await open('auto');
    const { cluster } = simulation;
    const join = cluster.joinNode.bind(cluster);
    cluster.joinNode = (claim: NodeClaim) => {
      join(claim);
      const name = `node-${claim.instance?.instanceId}`;
      const node = cluster.nodes.get(name);
      invariant(node !== undefined, 'it has joined');
      const taints = node.taints.filter(({ key }) => key !== taintKeys.unregistered);
      cluster.nodes.set(name, { ...node, taints });
    };
    cluster.addPendingPods(1, inflate);
    await simulation.until(() => has(simulation, 'UnregisteredTaintMissing'));
    expect(messageOf(simulation, 'UnregisteredTaintMissing')).toContain(
      'karpenter.sh/unregistered',
    );
  });
});

describe('a node that is removed', () => {
  it('has Events about its disruption because it is empty, as its NodeClaim has', async () => {
    const simulation = await openWithPods(3);
    simulation.cluster.removePods();
    await simulation.until(() => Promise.resolve(simulation.cluster.nodes.size === 0));
    expect(messageOf(simulation, 'DisruptionTerminating', 'Node')).toBe('Disrupting Node: Empty');
    expect(messageOf(simulation, 'DisruptionTerminating', 'NodeClaim')).toBe(
      'Disrupting Node: Empty',
    );
  });

  it('has an Event about its spot interruption, and its pods have Events about their eviction', async () => {
    const simulation = await openWithPods(2);
    simulation.cluster.respawns = true;
    const [instance = ''] = simulation.cloud.instances.keys();
    simulation.events.recorded.length = 0;
    simulation.interrupt([instance]);
    await simulation.until(() => has(simulation, 'Evicted'));
    const others = /^(Nominated|DisruptionBlocked) /;
    expect(simulation.events.reasons.filter((reason) => !others.test(reason))).toEqual([
      'SpotInterrupted NodeClaim',
      'SpotInterrupted Node',
      'DisruptionTerminating NodeClaim',
      'DisruptionTerminating Node',
      'TerminatingOnInterruption NodeClaim',
      'TerminatingOnInterruption Node',
      'Evicted Pod',
    ]);
  });

  it('has an Event that names the pods that a PodDisruptionBudget blocks', async () => {
    const simulation = await openWithPods(2);
    const [uid = ''] = [...simulation.cluster.nodes.values()].flatMap(({ pods }) =>
      pods.map((pod) => pod.uid),
    );
    simulation.cluster.protectedPods.add(uid);
    const [instance = ''] = simulation.cloud.instances.keys();
    simulation.interrupt([instance]);
    await simulation.until(() => has(simulation, 'FailedDraining'));
    expect(messageOf(simulation, 'FailedDraining')).toMatch(
      /^Failed to drain node, \d pods are waiting to be evicted: PodDisruptionBudget default\/web blocks/,
    );
  });

  it('is replaced before it is drained if it drifted, with an Event on the replacement', async () => {
    const simulation = await open('auto');
    const pool = (team: string): string => `
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: default }
spec:
  disruption: { consolidateAfter: Never, budgets: [{ nodes: "100%" }] }
  template:
    metadata: { labels: { team: ${team} } }
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements: []
`;
    await simulation.apply(ada, pool('web'));
    simulation.cluster.addPendingPods(2, inflate);
    await simulation.until(() => Promise.resolve(simulation.cluster.pending.size === 0));
    await simulation.apply(ada, pool('api'));
    await simulation.until(() => has(simulation, 'DisruptionTerminating'), 600);
    expect(messageOf(simulation, 'DisruptionLaunching')).toBe('Launching NodeClaim: Drifted');
    expect(await has(simulation, 'DisruptionWaitingReadiness')).toBe(true);
    expect(messageOf(simulation, 'DisruptionTerminating', 'Node')).toBe('Disrupting Node: Drifted');
  });
});

describe('a node that is not disrupted', () => {
  it('has an Event with the blocker of consolidation, and its NodePool one about its budgets', async () => {
    const simulation = await open('auto');
    await simulation.apply(
      ada,
      `
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: default }
spec:
  disruption: { consolidationPolicy: WhenEmpty, consolidateAfter: 3s, budgets: [{ nodes: "0" }] }
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements: []
`,
    );
    simulation.cluster.addPendingPods(2, inflate);
    await simulation.until(() => has(simulation, 'Unconsolidatable'), 600);
    expect(messageOf(simulation, 'Unconsolidatable', 'NodeClaim')).toBe(
      'consolidation policy WhenEmpty, and 2 pods run on the node',
    );
    expect(messageOf(simulation, 'DisruptionBlocked', 'NodePool')).toMatch(
      /^No allowed disruptions for disruption reason \w+ due to blocking budget$/,
    );
    expect(messageOf(simulation, 'DisruptionBlocked', 'Node')).toMatch(
      /^Cannot disrupt Node: node is/,
    );
  });
});
