import { regions } from '../../world/compute/regions.js';
import type { World } from '../../world/world.js';
import type { ClusterPlan } from './cluster-plans.js';

/** A fleet of equal clusters, instead of the sample fleet. */
export interface FleetSize {
  /** At most 200. */
  readonly clusters: number;
  readonly nodesPerCluster: number;
}

/**
 * Returns the plans of equal clusters, each in an account of its own. Two thirds of the capacity of
 * their nodes are used, so Kerf has nothing to launch until pods are added.
 */
export function equalClusters({ clusters, nodesPerCluster }: FleetSize): readonly ClusterPlan[] {
  return Array.from({ length: clusters }, (_, index) => planOf(index, nodesPerCluster));
}

/**
 * Adds the capacity for the nodes of a fleet to that of the simulated AWS, which all accounts share: it
 * would be used up by some thousand nodes of one type.
 */
export function addCapacityFor(world: World, { clusters, nodesPerCluster }: FleetSize): void {
  const [plan] = equalClusters({ clusters: 1, nodesPerCluster });
  for (const { instanceType, capacityType, count } of plan?.nodeGroups ?? []) {
    for (const { name: zone } of regions.get(plan?.region ?? '')?.zones ?? []) {
      const match = { region: plan?.region ?? '', zone, instanceType, capacityType };
      world.capacity.set(match, world.capacity.total(match) + clusters * count);
    }
  }
}

function planOf(index: number, nodes: number): ClusterPlan {
  const number = String(index + 1).padStart(3, '0');
  return {
    name: `fleet-${number}`,
    accountId: `200000${number}000`,
    region: 'us-east-1',
    version: '1.36',
    mode: 'auto',
    cidrPrefix: `10.${index + 1}`,
    tags: {},
    nodeGroups: [
      {
        name: 'general',
        instanceType: 'm6i.xlarge',
        capacityType: 'on-demand',
        count: nodes,
        ageDays: 30,
      },
    ],
    deployments: [
      { namespace: 'web', name: 'service', replicas: nodes * 2, cpu: '1200m', memory: '2Gi' },
    ],
    nodePools: [
      {
        name: 'general',
        categories: ['c', 'm', 'r'],
        sizes: ['large', 'xlarge', '2xlarge'],
        architectures: ['amd64'],
        capacityTypes: ['on-demand'],
        cpuLimit: '1000',
        consolidateAfter: '5m',
      },
    ],
  };
}
