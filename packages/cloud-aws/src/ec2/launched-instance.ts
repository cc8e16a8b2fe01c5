import { type LaunchedInstance, type LaunchRequest } from '@kerf/application';
import { labelKeys, reservationLabels } from '@kerf/core';
import { type InstanceType, type Labels, listedPrice } from '@kerf/engine';
import { awsLabelKeys } from '../instance-types/labels.js';
import { type FleetInstance } from './fleet-response.js';
import { providerIdOf } from './instances.js';
import { partitionOf } from './placement.js';
import { tenancyOf } from './tenancy.js';

/** Instance of a NodeClaim, launched or found. */
export interface ClaimInstance extends FleetInstance {
  readonly capacityType: LaunchedInstance['capacityType'];
  /** `null` without a capacity reservation. */
  readonly reservationId: string | null;
  readonly imageId: string;
  readonly securityGroupIds: readonly string[];
}

/** Returns the recorded properties of the instance: zone, capacity, price, labels. */
export function toLaunchedInstance(
  request: LaunchRequest,
  instance: ClaimInstance,
): LaunchedInstance {
  const { instanceId, instanceType, zone, capacityType, imageId, subnetId } = instance;
  const { securityGroupIds } = instance;
  const type = request.instanceTypes.find(({ name }) => name === instanceType);
  const offering = request.options
    .find(({ name }) => name === instanceType)
    ?.offerings.find((one) => one.zone === zone && one.capacityType === capacityType);
  return {
    instanceId,
    providerId: providerIdOf(zone, instanceId),
    instanceType,
    zone,
    capacityType,
    imageId,
    subnetId,
    securityGroupIds,
    priceMicroUsdPerHour: offering === undefined ? null : listedPrice(offering),
    capacity: type?.capacity ?? {},
    allocatable: type?.allocatable ?? {},
    labels: nodeLabels(request, instance, type),
  };
}

/** The type has these labels because of some of its offerings only. */
const reservationKeys: ReadonlySet<string> = new Set(Object.values(reservationLabels));

function reservationLabelsOf(
  { resolution: { capacityReservations = [] } }: LaunchRequest,
  reservationId: string | null,
): Labels {
  if (reservationId === null) return {};
  const reservation = capacityReservations.find(({ id }) => id === reservationId);
  return {
    [reservationLabels.id]: reservationId,
    ...(reservation !== undefined && {
      [reservationLabels.type]: reservation.type,
      [reservationLabels.interruptible]: String(reservation.interruptible),
    }),
  };
}

/** Returns the labels of the NodeClaim, of its instance type, and of its offering. */
function nodeLabels(
  request: LaunchRequest,
  { instanceType, zone, capacityType, imageId, subnetId, reservationId }: ClaimInstance,
  type: InstanceType | undefined,
): Labels {
  const settled = Object.entries(type?.labels ?? {}).flatMap(([key, values]) => {
    const [value, ...others] = values;
    if (reservationKeys.has(key)) return [];
    return value === undefined || others.length > 0 ? [] : [[key, value] as const];
  });
  const partition = partitionOf(request);
  const zoneId = request.resolution.subnets.find(({ id }) => id === subnetId)?.zoneId;
  const image = request.resolution.images.find(({ id }) => id === imageId);
  return {
    [awsLabelKeys.tenancy]: tenancyOf(request),
    ...Object.fromEntries(settled),
    ...(image === undefined ? {} : { [labelKeys.arch]: image.architecture }),
    ...request.labels,
    ...(zoneId === undefined || zoneId === '' ? {} : { [labelKeys.zoneId]: zoneId }),
    [labelKeys.instanceType]: instanceType,
    [labelKeys.zone]: zone,
    [labelKeys.capacityType]: capacityType,
    ...reservationLabelsOf(request, reservationId),
    ...(partition !== null && { [awsLabelKeys.placementGroupPartition]: partition }),
    ...(request.nodePool !== null && { [labelKeys.nodePool]: request.nodePool }),
    [labelKeys.nodeClass]: request.nodeClass.name,
  };
}
