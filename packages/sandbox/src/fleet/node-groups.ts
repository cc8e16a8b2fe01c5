import { stringify } from 'yaml';
import type { Cluster } from '../kubernetes/create-cluster.js';
import type { World } from '../world/world.js';
import { type ClusterPlace, nodeImage } from './aws-landscape.js';
import { nodeRoleName } from './cluster-objects.js';
import type { ClusterPlan, NodeGroup } from './company.js';

const dayMs = 24 * 3_600_000;

/** Starts a cluster's managed nodes, spread over its zones; they are up at once. */
export function startNodeGroups(
  world: World,
  plan: ClusterPlan,
  place: ClusterPlace,
  cluster: Cluster,
): void {
  const imageId = nodeImage(world, plan);
  const now = world.timers.now();
  let next = 0;
  for (const group of plan.nodeGroups) {
    for (let index = 0; index < group.count; index += 1) {
      const subnet = place.subnets[next % place.subnets.length];
      next += 1;
      if (subnet === undefined) continue;
      world.launchNow({
        subnetId: subnet.id,
        instanceType: group.instanceType,
        imageId,
        capacityType: group.capacityType,
        userData: userDataOf(plan, group, cluster),
        securityGroupIds: [place.securityGroupId],
        // Nodes of one group did not come in the same second.
        bootedSince: now - group.ageDays * dayMs - index * 7 * 60_000,
        tags: {
          Name: `${plan.name}-${group.name}`,
          'eks:cluster-name': plan.name,
          'eks:nodegroup-name': group.name,
          [`kubernetes.io/cluster/${plan.name}`]: 'owned',
          role: nodeRoleName(plan),
        },
      });
    }
  }
}

/** As EKS writes it for a managed node group of AL2023. */
function userDataOf(plan: ClusterPlan, group: NodeGroup, cluster: Cluster): string {
  const labels = {
    'eks.amazonaws.com/nodegroup': group.name,
    'eks.amazonaws.com/capacityType': group.capacityType === 'spot' ? 'SPOT' : 'ON_DEMAND',
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
  return [
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="//"',
    '',
    '--//',
    'Content-Type: application/node.eks.aws',
    '',
    stringify(config),
    '--//--',
  ].join('\n');
}
