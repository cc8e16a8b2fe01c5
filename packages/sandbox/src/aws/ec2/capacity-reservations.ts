import {
  type CapacityReservation as CapacityReservationAnswer,
  DescribeCapacityReservations$,
  type DescribeCapacityReservationsRequest,
  type DescribeCapacityReservationsResult,
} from '@aws-sdk/client-ec2';
import type { CapacityReservation } from '../../world/compute/capacity-reservations.js';
import type { Open } from '../../world/state/open.js';
import { type Call } from '../operation.js';
import { operation } from '../service.js';
import { describe, ownResources, selectByIds, toTagList } from './describe.js';
import type { FilterTable } from './filters.js';

function describeCapacityReservations(
  call: Call,
  input: Open<DescribeCapacityReservationsRequest>,
): Open<DescribeCapacityReservationsResult> {
  const { capacityReservations } = call.world;
  const filters: FilterTable<CapacityReservation> = {
    'availability-zone': ({ zone }) => [zone],
    'availability-zone-id': ({ zoneId }) => [zoneId],
    'instance-match-criteria': ({ matchCriteria }) => [matchCriteria],
    'instance-type': ({ instanceType }) => [instanceType],
    'owner-id': ({ accountId }) => [accountId],
    state: (reservation) => [capacityReservations.stateOf(reservation)],
  };
  const chosen = selectByIds(
    ownResources(call, call.world.state.capacityReservations),
    input.CapacityReservationIds,
    ({ id }) => id,
    { code: 'InvalidCapacityReservationId.NotFound', noun: 'capacity reservation ID' },
  );
  const page = describe(chosen, input, {
    filters,
    idOf: ({ id }) => id,
    tagsOf: ({ tags }) => tags,
    pages: { lowest: 1, highest: 1000 },
  });
  return {
    CapacityReservations: page.items.map((each) => toCapacityReservation(call, each)),
    NextToken: page.next,
  };
}

function toCapacityReservation(
  { world }: Call,
  reservation: CapacityReservation,
): Open<CapacityReservationAnswer> {
  const { id, accountId, region, endsAt } = reservation;
  return {
    CapacityReservationId: id,
    CapacityReservationArn: `arn:aws:ec2:${region}:${accountId}:capacity-reservation/${id}`,
    OwnerId: accountId,
    InstanceType: reservation.instanceType,
    InstancePlatform: 'Linux/UNIX',
    AvailabilityZone: reservation.zone,
    AvailabilityZoneId: reservation.zoneId,
    Tenancy: 'default',
    TotalInstanceCount: reservation.total,
    AvailableInstanceCount: world.capacityReservations.available(reservation),
    EbsOptimized: false,
    EphemeralStorage: false,
    State: world.capacityReservations.stateOf(reservation),
    StartDate: new Date(reservation.createdAt),
    CreateDate: new Date(reservation.createdAt),
    EndDateType: endsAt === null ? 'unlimited' : 'limited',
    ...(endsAt === null ? {} : { EndDate: new Date(endsAt) }),
    InstanceMatchCriteria: reservation.matchCriteria,
    ReservationType: reservation.type,
    Tags: toTagList(reservation.tags),
  };
}

export const capacityReservationOperations = [
  operation(DescribeCapacityReservations$, describeCapacityReservations),
];
