import type {
  CreateFleetError,
  CreateFleetResult,
  LaunchTemplateAndOverridesResponse,
} from '@aws-sdk/client-ec2';
import type { UnavailableOffering } from '@kerf/application';
import { AppError } from '@kerf/core';
import { capacityErrorCodes, fromFleetError } from '../errors.js';
import type { FleetPlan } from './fleet-request.js';

/** The launched instance. */
export interface FleetInstance {
  readonly instanceId: string;
  readonly instanceType: string;
  readonly zone: string;
  readonly subnetId: string;
}

/** The response of CreateFleet. */
export interface FleetResponse {
  /** `null` if none was launched. */
  readonly instance: FleetInstance | null;
  /** Offerings without capacity, without duplicates. */
  readonly unavailable: readonly UnavailableOffering[];
  /** Subnets without free addresses. */
  readonly fullSubnetIds: readonly string[];
  /** Error other than missing capacity; `null` if there is none. */
  readonly failure: AppError | null;
}

/** Reads the response of CreateFleet, which may contain an instance, errors, or both. */
export function readFleetResponse(output: CreateFleetResult, plan: FleetPlan): FleetResponse {
  const errors = output.Errors ?? [];
  const capacityErrors = errors.filter(({ ErrorCode = '' }) => capacityErrorCodes.has(ErrorCode));
  const other = errors.find(({ ErrorCode = '' }) => !capacityErrorCodes.has(ErrorCode));
  return {
    instance: fleetInstance(output, plan),
    unavailable: unavailableOfferings(capacityErrors, plan),
    fullSubnetIds: capacityErrors
      .filter(({ ErrorCode }) => ErrorCode === 'InsufficientFreeAddressesInSubnet')
      .flatMap(({ LaunchTemplateAndOverrides: pool }) => pool?.Overrides?.SubnetId ?? []),
    failure:
      other === undefined ? null : fromFleetError(other.ErrorCode ?? '', other.ErrorMessage ?? ''),
  };
}

/** Returns the response of a launch into a placement group: only there offerings had no capacity. */
export function inPlacementGroup(
  response: FleetResponse,
  placementGroupId: string | undefined,
): FleetResponse {
  if (placementGroupId === undefined) return response;
  const unavailable = response.unavailable.map((one) => ({ ...one, placementGroupId }));
  return { ...response, unavailable };
}

function fleetInstance(output: CreateFleetResult, plan: FleetPlan): FleetInstance | null {
  const [launched] = output.Instances ?? [];
  const instanceId = launched?.InstanceIds?.[0];
  const { instanceType, zone, subnetId } = poolOf(launched?.LaunchTemplateAndOverrides, plan);
  const type = launched?.InstanceType ?? instanceType;
  if (instanceId === undefined || type === null || zone === null) return null;
  return { instanceId, instanceType: type, zone, subnetId: subnetId ?? '' };
}

function unavailableOfferings(
  errors: readonly CreateFleetError[],
  plan: FleetPlan,
): readonly UnavailableOffering[] {
  const byOffering = new Map<string, UnavailableOffering>();
  for (const { LaunchTemplateAndOverrides, Lifecycle, ErrorCode = '' } of errors) {
    const { instanceType, zone } = poolOf(LaunchTemplateAndOverrides, plan);
    if (instanceType === null || zone === null) continue;
    const capacityType = Lifecycle === 'spot' ? 'spot' : plan.capacityType;
    const offering = { instanceType, zone, capacityType, code: ErrorCode };
    byOffering.set(`${instanceType}/${zone}/${capacityType}`, offering);
  }
  return [...byOffering.values()];
}

/**
 * If the zone is absent, it is the zone of the subnet, because the request has one subnet per zone.
 */
function poolOf(
  pool: LaunchTemplateAndOverridesResponse | undefined,
  plan: FleetPlan,
): { instanceType: string | null; zone: string | null; subnetId: string | null } {
  const overrides = pool?.Overrides;
  const subnets = [...plan.subnetByZone.values()];
  const zone =
    overrides?.AvailabilityZone ?? subnets.find(({ id }) => id === overrides?.SubnetId)?.zone;
  return {
    instanceType: overrides?.InstanceType ?? null,
    zone: zone ?? null,
    subnetId: overrides?.SubnetId ?? plan.subnetByZone.get(zone ?? '')?.id ?? null,
  };
}

/**
 * Returns why a fleet launched no instance. Offerings without capacity come first: once they are
 * marked, the next request differs, until only errors that affect every request remain.
 */
export function refusalOf({ unavailable, failure }: FleetResponse): AppError {
  if (unavailable.length > 0) return insufficientCapacity(unavailable);
  return (
    failure ??
    new AppError({
      code: 'CLOUD.CREATE_FAILED',
      message: 'ec2:CreateFleet returned neither an instance nor an error.',
      retry: { kind: 'backoff' },
    })
  );
}

export function insufficientCapacity(
  unavailable: readonly UnavailableOffering[],
  message = `No capacity in any of ${unavailable.length} offerings: ${codesOf(unavailable)}`,
): AppError {
  return new AppError({ code: 'CLOUD.INSUFFICIENT_CAPACITY', message, meta: { unavailable } });
}

const codesOf = (unavailable: readonly UnavailableOffering[]): string =>
  [...new Set(unavailable.map(({ code }) => code))].join(', ');
