import type { InstanceTypeFacts } from '@kerf/application';
import type { InstanceType } from '@kerf/engine';
import { amiFamilyOf, amiFamilyTraits, effectiveBlockDevices } from './ami-family.js';
import type { CapacitySettings } from './capacity.js';

/** The CSI driver of EBS. */
const ebsDriver = 'ebs.csi.aws.com';

/**
 * Returns how many EBS volumes of pods a new node of the type can attach, as its EBS CSI driver will
 * report it: what EC2 allows less the volumes and, on types whose slots are shared with network
 * interfaces, the further interfaces that it is launched with; at least 1. Nothing if EC2 does not say
 * how many it allows. Source: aws-ebs-csi-driver pkg/driver/node.go @2026-08.
 * @remarks Interfaces that the VPC CNI adds later, and options of the driver such as
 * `--volume-attach-limit`, are known only once the node has its CSINode.
 */
export function volumeLimitsOf(
  { ebsAttachments }: InstanceTypeFacts,
  { spec }: Pick<CapacitySettings, 'spec'>,
): Required<Pick<InstanceType, 'volumeLimits'>> | null {
  if (ebsAttachments === undefined) return null;
  const { most, areShared } = ebsAttachments;
  const interfaces = areShared ? Math.max(1, spec.networkInterfaces?.length ?? 1) - 1 : 0;
  return { volumeLimits: { [ebsDriver]: Math.max(1, most - launchVolumes(spec) - interfaces) } };
}

/** The image has its own devices; the EC2NodeClass replaces those of the same name, and adds others. */
function launchVolumes(spec: CapacitySettings['spec']): number {
  const ofImage = amiFamilyTraits[amiFamilyOf(spec)].blockDevices;
  const ofClass = effectiveBlockDevices(spec).filter(({ ebs }) => ebs !== undefined);
  const names = new Set([...ofImage, ...ofClass].map(({ deviceName }) => deviceName));
  return Math.max(1, names.size);
}
