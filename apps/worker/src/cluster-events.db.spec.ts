import type { NodeClaim, Principal } from '@kerf/application';
import { invariant, taintKeys } from '@kerf/core';
import { type Database, openFreshDatabase } from '@kerf/db';
import type { ClusterMode } from '@kerf/engine';
import { fakeInstanceTypes } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { Corridor } from './testing/corridor.js';

/* Which Kubernetes Events tell a Karpenter user what Kerf does. */

const migrations = new URL('../../../prisma/migrations', import.meta.url).pathname;
const giB = 1024 ** 3;
const inflate = { cpu: 1_000, memory: giB };
const ada: Principal = { kind: 'User', id: 'usr_ada', name: 'ada', scope: 'write' };
let database: Database;

vi.setConfig({ testTimeout: 300_000 });

beforeAll(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
});
afterAll(() => database.close());

const open = (mode: ClusterMode): Promise<Corridor> => Corridor.open(database, { mode });

async function openWithPods(count: number, mode: ClusterMode = 'auto'): Promise<Corridor> {
  const corridor = await open(mode);
  corridor.cluster.addPendingPods(count, inflate);
  await corridor.until(async () => {
    const [decision] = await corridor.decisions();
    return corridor.cluster.pending.size === 0 && decision?.state === 'Executed';
  });
  return corridor;
}

const messageOf = ({ events }: Corridor, reason: string, kind?: string): string | undefined =>
  events.recorded.find(
    (event) => event.reason === reason && (kind ?? event.about.kind) === event.about.kind,
  )?.message;
const has = ({ events }: Corridor, reason: string) =>
  Promise.resolve(events.recorded.some((event) => event.reason === reason));

describe('pods', () => {
  it('are told which NodeClaim they should schedule on', async () => {
    const corridor = await openWithPods(3);
    const [claim] = corridor.cluster.nodeClaims.keys();
    const nominated = corridor.events.recorded.find(({ reason }) => reason === 'Nominated');
    expect(nominated).toMatchObject({
      about: { kind: 'Pod', namespace: 'default', name: 'pod-1', uid: 'pod-1' },
      type: 'Normal',
      message: `Pod should schedule on nodeclaim/${claim}`,
      isNomination: true,
    });
  });

  it('that no pool can take are told why', async () => {
    const corridor = await open('auto');
    corridor.cluster.addPendingPods(1, { cpu: 64_000, memory: giB });
    await corridor.until(() => has(corridor, 'FailedScheduling'));
    expect(messageOf(corridor, 'FailedScheduling')).toBe(
      'Failed to schedule pod, incompatible with nodepool "default", no instance type has 64 of cpu',
    );
  });

  it('of a cluster in mode observe are told nothing', async () => {
    const corridor = await open('observe');
    corridor.cluster.addPendingPods(1, inflate);
    await corridor.until(async () => (await corridor.decisions()).length > 0);
    expect(corridor.events.recorded).toEqual([]);
  });
});

describe('a NodeClaim', () => {
  it('that AWS has no room for says so', async () => {
    const corridor = await open('auto');
    for (const { name, offerings } of fakeInstanceTypes) {
      for (const { zone, capacityType } of offerings) {
        corridor.cloud.exhausted.add(`${name}/${zone}/${capacityType}`);
      }
    }
    corridor.cluster.addPendingPods(1, inflate);
    await corridor.until(() => has(corridor, 'InsufficientCapacityError'));
    expect(corridor.events.recorded).toContainEqual(
      expect.objectContaining({
        about: expect.objectContaining({ kind: 'NodeClaim', uid: null }),
        type: 'Warning',
        reason: 'InsufficientCapacityError',
      }),
    );
  });

  it('whose node joined without its taint says so', async () => {
    const corridor = await open('auto');
    const { cluster } = corridor;
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
    await corridor.until(() => has(corridor, 'UnregisteredTaintMissing'));
    expect(messageOf(corridor, 'UnregisteredTaintMissing')).toContain('karpenter.sh/unregistered');
  });
});

describe('a node that goes', () => {
  it('because it is empty says that it is disrupted, with its NodeClaim', async () => {
    const corridor = await openWithPods(3);
    corridor.cluster.removePods();
    await corridor.until(() => Promise.resolve(corridor.cluster.nodes.size === 0));
    expect(messageOf(corridor, 'DisruptionTerminating', 'Node')).toBe('Disrupting Node: Empty');
    expect(messageOf(corridor, 'DisruptionTerminating', 'NodeClaim')).toBe(
      'Disrupting Node: Empty',
    );
  });

  it('because AWS takes it back says so before, and its pods that they are evicted', async () => {
    const corridor = await openWithPods(2);
    corridor.cluster.respawns = true;
    const [instance = ''] = corridor.cloud.instances.keys();
    corridor.events.recorded.length = 0;
    corridor.interrupt([instance]);
    await corridor.until(() => has(corridor, 'Evicted'));
    const others = /^(Nominated|DisruptionBlocked) /;
    expect(corridor.events.reasons.filter((reason) => !others.test(reason))).toEqual([
      'SpotInterrupted NodeClaim',
      'SpotInterrupted Node',
      'DisruptionTerminating NodeClaim',
      'DisruptionTerminating Node',
      'TerminatingOnInterruption NodeClaim',
      'TerminatingOnInterruption Node',
      'Evicted Pod',
    ]);
  });

  it('and is kept from it by a PodDisruptionBudget says which pods it waits for', async () => {
    const corridor = await openWithPods(2);
    const [uid = ''] = [...corridor.cluster.nodes.values()].flatMap(({ pods }) =>
      pods.map((pod) => pod.uid),
    );
    corridor.cluster.protectedPods.add(uid);
    const [instance = ''] = corridor.cloud.instances.keys();
    corridor.interrupt([instance]);
    await corridor.until(() => has(corridor, 'FailedDraining'));
    expect(messageOf(corridor, 'FailedDraining')).toMatch(
      /^Failed to drain node, \d pods are waiting to be evicted: PodDisruptionBudget default\/web blocks/,
    );
  });

  it('is replaced first when it has drifted, and its replacement says so', async () => {
    const corridor = await open('auto');
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
    await corridor.apply(ada, pool('web'));
    corridor.cluster.addPendingPods(2, inflate);
    await corridor.until(() => Promise.resolve(corridor.cluster.pending.size === 0));
    await corridor.apply(ada, pool('api'));
    await corridor.until(() => has(corridor, 'DisruptionTerminating'), 600);
    expect(messageOf(corridor, 'DisruptionLaunching')).toBe('Launching NodeClaim: Drifted');
    expect(await has(corridor, 'DisruptionWaitingReadiness')).toBe(true);
    expect(messageOf(corridor, 'DisruptionTerminating', 'Node')).toBe('Disrupting Node: Drifted');
  });
});

describe('a node that stays', () => {
  it('says why it is not consolidated, and its pool that its budgets allow nothing', async () => {
    const corridor = await open('auto');
    await corridor.apply(
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
    corridor.cluster.addPendingPods(2, inflate);
    await corridor.until(() => has(corridor, 'Unconsolidatable'), 600);
    expect(messageOf(corridor, 'Unconsolidatable', 'NodeClaim')).toBe(
      'consolidation policy WhenEmpty, and 2 pods run on the node',
    );
    expect(messageOf(corridor, 'DisruptionBlocked', 'NodePool')).toMatch(
      /^No allowed disruptions for disruption reason \w+ due to blocking budget$/,
    );
    expect(messageOf(corridor, 'DisruptionBlocked', 'Node')).toMatch(
      /^Cannot disrupt Node: node is/,
    );
  });
});
