import type {
  CreateFleetRequest,
  FleetLaunchTemplateConfigRequest,
  FleetLaunchTemplateOverridesRequest,
} from '@aws-sdk/client-ec2';
import type { CapacityType } from '../../../world/compute/capacity.js';
import type { Open } from '../../../world/state/open.js';
import type { FleetError, FleetOverride, LaunchTemplate } from '../../../world/state/state.js';
import { AwsError } from '../../aws-error.js';
import type { Call } from '../../operation.js';
import { ownResources } from '../describe.js';
import type { Candidate } from './allocation.js';
import {
  type CommonSpec,
  interfaceSubnetOf,
  readCommonSpec,
  requireImage,
  requireMatch,
  requireSubnet,
  requireType,
} from './launch-data.js';
import { checkVersion, requireTemplate } from './launch-templates.js';
import { requireSupport } from './type-support.js';

type Override = Open<FleetLaunchTemplateOverridesRequest>;

export interface Targets {
  readonly 'on-demand': number;
  readonly spot: number;
}

/**
 * Returns the number of requested instances per capacity type.
 * @throws AwsError
 */
export function readTargets(input: Open<CreateFleetRequest>): Targets {
  const target = input.TargetCapacitySpecification;
  const total = target?.TotalTargetCapacity ?? 0;
  if (!Number.isInteger(total) || total < 1) {
    throw new AwsError('InvalidParameterValue', 'TotalTargetCapacity must be a positive integer.');
  }
  const { OnDemandTargetCapacity: onDemand, SpotTargetCapacity: spot } = target ?? {};
  const rest = total - (onDemand ?? 0) - (spot ?? 0);
  if (rest < 0) {
    throw new AwsError(
      'InvalidParameterValue',
      'The On-Demand and Spot targets must not exceed TotalTargetCapacity.',
    );
  }
  const restIsSpot = target?.DefaultTargetCapacityType === 'spot';
  return {
    'on-demand': (onDemand ?? 0) + (restIsSpot ? 0 : rest),
    spot: (spot ?? 0) + (restIsSpot ? rest : 0),
  };
}

/**
 * Refuses settings that the sandbox does not simulate, so that none is ignored.
 * @throws AwsError
 */
export function checkFleetIsSimulated(input: Open<CreateFleetRequest>): void {
  const { SpotOptions: spot, OnDemandOptions: onDemand, LaunchTemplateConfigs = [] } = input;
  const overrides = LaunchTemplateConfigs.flatMap(({ Overrides = [] }) => Overrides);
  const unsimulated: readonly (readonly [string, boolean])[] = [
    ['a fleet that is not instant', input.Type !== 'instant'],
    ['ReservedCapacityOptions', input.ReservedCapacityOptions !== undefined],
    ...[spot, onDemand].flatMap((options) => [
      ['MinTargetCapacity', options?.MinTargetCapacity !== undefined] as const,
      ['MaxTotalPrice', options?.MaxTotalPrice !== undefined] as const,
      ['SingleInstanceType', options?.SingleInstanceType === true] as const,
      ['SingleAvailabilityZone', options?.SingleAvailabilityZone === true] as const,
    ]),
    ['InstancePoolsToUseCount', (spot?.InstancePoolsToUseCount ?? 1) !== 1],
    ...overrides.flatMap((override) => [
      ['MaxPrice', override.MaxPrice !== undefined] as const,
      ['WeightedCapacity', (override.WeightedCapacity ?? 1) !== 1] as const,
      ['InstanceRequirements', override.InstanceRequirements !== undefined] as const,
      ['BlockDeviceMappings in an override', override.BlockDeviceMappings !== undefined] as const,
      ['Placement in an override', override.Placement !== undefined] as const,
    ]),
  ];
  const [name] = unsimulated.find(([, isAsked]) => isAsked) ?? [];
  if (name === undefined) return;
  throw new AwsError('UnsupportedOperation', `The sandbox does not simulate ${name}.`);
}

export interface Candidates {
  readonly usable: readonly Candidate[];
  /** Overrides that cannot be launched, whatever the capacity. */
  readonly errors: readonly FleetError[];
}

/**
 * Returns the launch candidates of one capacity type.
 * @throws AwsError if a launch template does not exist or cannot be used
 */
export function readCandidates(
  call: Call,
  input: Open<CreateFleetRequest>,
  capacityType: CapacityType,
): Candidates {
  const usable: Candidate[] = [];
  const errors: FleetError[] = [];
  for (const config of input.LaunchTemplateConfigs ?? []) {
    const template = readTemplate(call, config);
    const common = readCommonSpec(call, template.data);
    // A configuration without overrides uses its template unchanged.
    const overrides = config.Overrides?.length ? config.Overrides : [{}];
    for (const given of overrides) {
      const override = describeOverride(call, template, given, capacityType);
      const outcome = readCandidate(call, { template, common, given, override });
      if ('code' in outcome) errors.push(outcome);
      else usable.push(outcome);
    }
  }
  return { usable, errors };
}

function readTemplate(call: Call, config: Open<FleetLaunchTemplateConfigRequest>): LaunchTemplate {
  const specification = config.LaunchTemplateSpecification ?? {};
  const template = requireTemplate(call, specification);
  checkVersion(template, specification.Version);
  return template;
}

function describeOverride(
  call: Call,
  template: LaunchTemplate,
  given: Override,
  capacityType: CapacityType,
): FleetOverride {
  const subnetId = given.SubnetId ?? interfaceSubnetOf(template.data) ?? subnetInZone(call, given);
  return {
    launchTemplateId: template.id,
    launchTemplateVersion: '1',
    instanceType: given.InstanceType ?? template.data.InstanceType ?? '',
    subnetId: subnetId ?? '',
    zone: call.world.state.subnets.get(subnetId ?? '')?.zone ?? given.AvailabilityZone ?? '',
    priority: given.Priority ?? null,
    imageId: given.ImageId ?? null,
    capacityType,
  };
}

/** Returns a subnet of the account in the requested zone. */
function subnetInZone(call: Call, given: Override): string | undefined {
  const { AvailabilityZone: zone, AvailabilityZoneId: zoneId } = given;
  if (zone === undefined && zoneId === undefined) return undefined;
  return [...ownResources(call, call.world.state.subnets)].find(
    (subnet) =>
      subnet.zone === (zone ?? subnet.zone) && subnet.zoneId === (zoneId ?? subnet.zoneId),
  )?.id;
}

interface CandidateParts {
  readonly template: LaunchTemplate;
  readonly common: CommonSpec;
  readonly given: Override;
  readonly override: FleetOverride;
}

function readCandidate(
  call: Call,
  { template, common, given, override }: CandidateParts,
): Candidate | FleetError {
  try {
    const type = requireType(call, override.instanceType);
    const image = requireImage(call, given.ImageId ?? template.data.ImageId);
    requireMatch(type, image);
    requireSupport(call, type, { data: template.data, common });
    const subnet = requireSubnet(call, override.subnetId === '' ? undefined : override.subnetId);
    return { override, subnet, type, image, data: template.data, common };
  } catch (error) {
    // EC2 reports an invalid override and uses the others.
    if (error instanceof AwsError) return { override, code: error.code, message: error.message };
    throw error;
  }
}
