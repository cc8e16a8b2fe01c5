import type { NodeClassResolution, NodeClassToResolve } from '@kerf/application';
import type { ClusterMode } from '@kerf/engine';
import type { AwsSession } from '../clients.js';
import { resolveCapacityReservations } from './capacity-reservations.js';
import { found } from './found.js';
import { type ImageContext, resolveImages } from './images.js';
import { resolveInstanceProfile } from './instance-profile.js';
import type { LaunchPermissions } from './launch-permissions.js';
import { resolvePlacementGroup } from './placement-group.js';
import { resolveSecurityGroups } from './security-groups.js';
import { resolveSubnets } from './subnets.js';
import { validateNodeClass } from './validate-node-class.js';

interface ResolutionContext extends ImageContext {
  readonly mode: ClusterMode;
  readonly permissions: LaunchPermissions;
}

/**
 * Resolves all selectors of an EC2NodeClass in parallel, then checks by dry runs whether instances
 * can be launched with it.
 */
export async function resolveNodeClass(
  session: AwsSession,
  nodeClass: NodeClassToResolve,
  at: ResolutionContext,
): Promise<NodeClassResolution> {
  const resolution = await resolveSelectors(session, nodeClass, at);
  const { launchableTypes = null } = nodeClass;
  const { kubernetesVersion, now } = at;
  if (launchableTypes === null || at.mode === 'observe') return resolution;
  const problems = await at.permissions.check(session, {
    ...nodeClass,
    resolution,
    kubernetesVersion,
    now,
    instanceTypes: () => launchableTypes(resolution),
  });
  return { ...resolution, problems: [...resolution.problems, ...problems] };
}

async function resolveSelectors(
  session: AwsSession,
  nodeClass: NodeClassToResolve,
  at: ResolutionContext,
): Promise<NodeClassResolution> {
  const { spec, knownSecurityGroups: known = null } = nodeClass;
  const [subnets, securityGroups, images, capacityReservations, placementGroup, instanceProfile] =
    await Promise.all([
      resolveSubnets(session, spec.subnetSelectorTerms),
      known === null
        ? resolveSecurityGroups(session, spec.securityGroupSelectorTerms)
        : found(known),
      resolveImages(session, spec, at),
      resolveCapacityReservations(session, spec.capacityReservationSelectorTerms ?? [], at.now),
      resolvePlacementGroup(session, spec),
      resolveInstanceProfile(session, nodeClass, at.mode !== 'observe'),
    ]);
  const { problems, userDataBytes = null } = validateNodeClass(spec, nodeClass.cluster);
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
      ...problems,
    ],
    userDataBytes,
  };
}
