import type { Ec2NodeClassManifest, NodeClassResolution } from '@kerf/application';
import type { ClusterMode } from '@kerf/engine';
import type { AwsSession } from '../clients.js';
import { resolveCapacityReservations } from './capacity-reservations.js';
import { type ImageContext, resolveImages } from './images.js';
import { resolveInstanceProfile } from './instance-profile.js';
import { resolvePlacementGroup } from './placement-group.js';
import { resolveSecurityGroups } from './security-groups.js';
import { resolveSubnets } from './subnets.js';
import { validateNodeClass } from './validate-node-class.js';

/** Resolves all selectors of an EC2NodeClass in parallel. */
export async function resolveNodeClass(
  session: AwsSession,
  nodeClass: { readonly name: string; readonly spec: Ec2NodeClassManifest },
  at: ImageContext & { readonly mode: ClusterMode },
): Promise<NodeClassResolution> {
  const { spec } = nodeClass;
  const [subnets, securityGroups, images, capacityReservations, placementGroup, instanceProfile] =
    await Promise.all([
      resolveSubnets(session, spec.subnetSelectorTerms),
      resolveSecurityGroups(session, spec.securityGroupSelectorTerms),
      resolveImages(session, spec, at),
      resolveCapacityReservations(session, spec.capacityReservationSelectorTerms ?? [], at.now),
      resolvePlacementGroup(session, spec),
      resolveInstanceProfile(session, nodeClass, at.mode !== 'observe'),
    ]);
  return {
    resolvedAt: at.now,
    subnets: subnets.value,
    securityGroups: securityGroups.value,
    images: images.value,
    capacityReservations,
    placementGroup: placementGroup.value,
    instanceProfile: instanceProfile.value,
    problems: [
      ...subnets.problems,
      ...securityGroups.problems,
      ...images.problems,
      ...instanceProfile.problems,
      ...placementGroup.problems,
      ...validateNodeClass(spec),
    ],
  };
}
