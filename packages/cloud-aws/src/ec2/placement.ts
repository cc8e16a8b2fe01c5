import type { LaunchTemplatePlacementRequest } from '@aws-sdk/client-ec2';
import type { LaunchRequest } from '@kerf/application';
import { placementGroupLabels } from '@kerf/core';
import { unmetRequirements } from '@kerf/engine';
import { partitionsOf } from '../instance-types/partitions.js';
import type { Tenancy } from './tenancy.js';

/**
 * Returns the partition that the NodeClaim requires; `null` if any partition of the placement group
 * will do, so that EC2 chooses it, or if the group has none.
 */
export function partitionOf({
  labels,
  requirements,
  resolution,
}: Pick<LaunchRequest, 'labels' | 'requirements' | 'resolution'>): string | null {
  const key = placementGroupLabels.partition;
  const all = partitionsOf(resolution.placementGroup ?? null);
  const label = labels[key];
  if (label !== undefined && all.includes(label)) return label;
  const ofPartition = requirements.filter((requirement) => requirement.key === key);
  const allowed = all.filter(
    (partition) => unmetRequirements(ofPartition, { [key]: partition }).length === 0,
  );
  return allowed.length === all.length ? null : (allowed[0] ?? null);
}

/** Returns placement group, partition and tenancy of a launch template, as far as there are any. */
export function placement(
  request: Pick<LaunchRequest, 'labels' | 'requirements' | 'resolution' | 'nodeClass'>,
  tenancy: Tenancy,
): { readonly Placement?: LaunchTemplatePlacementRequest } {
  const { name, id } = request.nodeClass.spec.placementGroupSelector ?? {};
  const groupId = request.resolution.placementGroup?.id ?? id;
  const partition = partitionOf(request);
  const chosen = {
    ...(groupId === undefined ? name !== undefined && { GroupName: name } : { GroupId: groupId }),
    ...(partition !== null && { PartitionNumber: Number(partition) }),
    ...(tenancy !== 'default' && { Tenancy: tenancy }),
  };
  return Object.keys(chosen).length === 0 ? {} : { Placement: chosen };
}
