import { invariant } from '@kerf/core';
import { createTokenVerifier } from '../aws/auth/token-verifier.js';
import type { Fleet } from '../fleet/fleet.js';
import { LoadSimulator } from '../fleet/load/load-simulator.js';
import {
  type ClusterAwsResources,
  createAccounts,
  createClusterResources,
} from '../fleet/setup/aws-resources.js';
import { clusterObjects } from '../fleet/setup/cluster-objects.js';
import { type ClusterPlan, clusters, type NodeGroup } from '../fleet/setup/cluster-plans.js';
import { startNodeGroups } from '../fleet/setup/node-groups.js';
import { type Cluster, createCluster } from '../kubernetes/create-cluster.js';
import { isObject } from '../kubernetes/json/json.js';
import { ManualClock } from '../world/time/manual-clock.js';
import { createWorld } from '../world/world.js';

const nodeGroups: readonly NodeGroup[] = [
  { name: 'system', instanceType: 't3.large', capacityType: 'on-demand', count: 4, ageDays: 12 },
  { name: 'spot', instanceType: 'm6i.large', capacityType: 'spot', count: 6, ageDays: 2 },
];

export interface SmallFleet {
  readonly fleet: Fleet;
  readonly cluster: Cluster;
  readonly place: ClusterAwsResources;
  /** Advances the whole fleet by this much real time. */
  readonly advance: (realMs: number) => void;
  /**
   * Receives and removes all messages of the cluster's queue; returns their bodies, oldest first.
   */
  readonly takeMessages: () => readonly string[];
  readonly bugs: readonly unknown[];
  readonly close: () => Promise<void>;
}

/** Starts the staging cluster of the sample fleet with a few Spot nodes, on a manual clock. */
export async function startSmallFleet(): Promise<SmallFleet> {
  const staging = clusters.find(({ mode }) => mode === 'auto');
  invariant(staging !== undefined, 'the plans have a staging cluster');
  const plan: ClusterPlan = { ...staging, nodeGroups };
  const clock = new ManualClock(10, Date.parse('2026-11-21T10:00:00Z'));
  const world = createWorld({ seed: 7, speed: clock.speed, daySpeed: 72, clock });
  createAccounts(world);
  const place = createClusterResources(world, plan, {
    zones: ['us-east-1a', 'us-east-1b', 'us-east-1c'],
  });
  const bugs: unknown[] = [];
  const cluster = await createCluster({
    ...plan,
    port: 0,
    clock,
    instances: world.instances,
    tokens: createTokenVerifier(world),
    accessEntries: [],
    network: {
      serviceCidr: '10.100.0.0/16',
      vpcId: place.vpcId,
      subnetIds: [],
      securityGroupIds: [],
    },
    onBug: (error) => bugs.push(error),
  });
  cluster.apply(clusterObjects(plan).filter(isObject));
  const site = { plan, place, cluster };
  startNodeGroups(world, site);
  const loadSimulator = new LoadSimulator(world, [site], (error) => bugs.push(error));
  const [queue] = world.state.queues.values();
  return {
    fleet: { world, clusters: [site], loadSimulator },
    cluster,
    place,
    advance: (realMs) => clock.advance(realMs * clock.speed),
    takeMessages: () => {
      const messages = world.queues.receive(queue?.id ?? '', 1_000, 1_000);
      for (const { receiptHandle } of messages) {
        world.queues.remove(queue?.id ?? '', receiptHandle ?? '');
      }
      return messages.map(({ body }) => body);
    },
    bugs,
    close: async () => {
      loadSimulator.stop();
      world.stop();
      await cluster.close();
      if (bugs.length > 0) throw new AggregateError(bugs, 'the fleet had internal errors');
    },
  };
}
