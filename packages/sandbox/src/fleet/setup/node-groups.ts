import { invariant } from '@kerf/core';
import { stringify } from 'yaml';
import type { Cluster } from '../../kubernetes/create-cluster.js';
import { nodeConfigUserData } from '../../kubernetes/kubelet/node-config-user-data.js';
import type { RunningInstance, World } from '../../world/world.js';
import { type ClusterAwsResources, nodeImage } from './aws-resources.js';
import { nodeRoleName } from './cluster-objects.js';
import type { ClusterPlan, NodeGroup } from './cluster-plans.js';

const dayMs = 24 * 3_600_000;
const clusterTag = 'eks:cluster-name';
const groupTag = 'eks:nodegroup-name';

/** A cluster with the AWS resources for its managed nodes. */
export interface NodeGroupSite {
  readonly plan: ClusterPlan;
  readonly place: ClusterAwsResources;
  readonly cluster: Cluster;
}

/** Launches a cluster's managed nodes, spread over its zones; they are booted at once. */
export function startNodeGroups(world: World, site: NodeGroupSite): void {
  const now = world.timers.now();
  let next = 0;
  for (const group of site.plan.nodeGroups) {
    for (let index = 0; index < group.count; index += 1) {
      const node = nodeOf(world, site, group, next);
      // Nodes of a group have different ages.
      const bootedSince = now - group.ageDays * dayMs - index * 7 * 60_000;
      world.launchNow({ ...node, bootedSince });
      next += 1;
    }
  }
}

/** Numbers of running instances by cluster and node group. */
export type GroupSizes = ReadonlyMap<string, number>;

const groupKey = (cluster: string, group: string): string => `${cluster} ${group}`;

export function groupSizes(world: World): GroupSizes {
  const sizes = new Map<string, number>();
  for (const { end, tags } of world.state.instances.values()) {
    const [cluster, group] = [tags[clusterTag], tags[groupTag]];
    if (end !== null || cluster === undefined || group === undefined) continue;
    const key = groupKey(cluster, group);
    sizes.set(key, (sizes.get(key) ?? 0) + 1);
  }
  return sizes;
}

/** Replaces managed nodes that are gone, as the Auto Scaling groups do. */
export function refillNodeGroups(world: World, site: NodeGroupSite, sizes: GroupSizes): void {
  for (const group of site.plan.nodeGroups) {
    const present = sizes.get(groupKey(site.plan.name, group.name)) ?? 0;
    for (let index = present; index < group.count; index += 1) {
      const isLaunched = site.place.subnets.some(
        (_, zone) => world.launch(nodeOf(world, site, group, index + zone)).ok,
      );
      if (!isLaunched) break;
    }
  }
}

/** @param turn selects the zone, in turn */
function nodeOf(
  world: World,
  { plan, place, cluster }: NodeGroupSite,
  group: NodeGroup,
  turn: number,
): RunningInstance {
  const subnet = place.subnets[turn % place.subnets.length];
  invariant(subnet !== undefined, `${plan.name} has no subnets`);
  return {
    subnetId: subnet.id,
    instanceType: group.instanceType,
    imageId: nodeImage(world, plan),
    capacityType: group.capacityType,
    userData: userDataOf(plan, group, cluster),
    securityGroupIds: [place.securityGroupId],
    tags: {
      Name: `${plan.name}-${group.name}`,
      [clusterTag]: plan.name,
      [groupTag]: group.name,
      [`kubernetes.io/cluster/${plan.name}`]: 'owned',
      role: nodeRoleName(plan),
    },
  };
}

/** Returns the user data that EKS writes for a managed node group with AL2023. */
function userDataOf(plan: ClusterPlan, group: NodeGroup, cluster: Cluster): string {
  const labels = {
    'eks.amazonaws.com/nodegroup': group.name,
    'eks.amazonaws.com/capacityType': group.capacityType === 'spot' ? 'SPOT' : 'ON_DEMAND',
    ...(group.taint === undefined ? {} : { [group.taint.key]: group.taint.value }),
  };
  const config = {
    apiVersion: 'node.eks.aws/v1alpha1',
    kind: 'NodeConfig',
    spec: {
      cluster: {
        name: plan.name,
        apiServerEndpoint: cluster.endpoint,
        certificateAuthority: cluster.certificateAuthority,
        cidr: cluster.description.serviceCidr,
      },
      kubelet: {
        config:
          group.taint === undefined
            ? {}
            : { registerWithTaints: [{ ...group.taint, effect: 'NoSchedule' }] },
        flags: [
          `--node-labels=${Object.entries(labels)
            .map(([key, value]) => `${key}=${value}`)
            .join(',')}`,
        ],
      },
    },
  };
  return nodeConfigUserData(stringify(config));
}
