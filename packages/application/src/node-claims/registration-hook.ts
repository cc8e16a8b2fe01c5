import { placementGroupLabels } from '@kerf/core';
import type { Labels } from '@kerf/engine';
import { cloudTargetOf, type KnownCluster } from '../clusters/api.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { Ports } from '../ports/ports.js';

/**
 * Returns the labels that are known only after the launch: the partition of an instance in a
 * placement group of partitions. `null` while EC2 does not report it, so that the registration
 * waits. Source: karpenter-provider-aws pkg/controllers/nodeclaim registration hooks @v1.14.1.
 */
export async function labelsAfterLaunch(
  { store, cloud }: Pick<Ports, 'store' | 'cloud'>,
  cluster: KnownCluster,
  claim: NodeClaim,
): Promise<Labels | null> {
  const { instance } = claim;
  const groupId = instance?.labels[placementGroupLabels.id];
  if (instance === null || groupId === undefined) return {};
  if (instance.labels[placementGroupLabels.partition] !== undefined) return {};
  const nodeClass = await store.definitions.find(cluster.id, 'EC2NodeClass', claim.nodeClass);
  const resolution = nodeClass?.kind === 'EC2NodeClass' ? nodeClass.resolution : null;
  const group = resolution?.placementGroup ?? null;
  // Without the group of the launch, it is unknown whether it has partitions.
  if (group === null || group.id !== groupId || group.partitionCount === null) return {};
  const found = await cloud.getInstance(cloudTargetOf(cluster), instance.instanceId);
  const partition = found?.partition ?? null;
  return partition === null ? null : { [placementGroupLabels.partition]: String(partition) };
}
