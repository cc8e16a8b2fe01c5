import {
  type CapacityReservation,
  type Filter,
  paginateDescribeCapacityReservations,
} from '@aws-sdk/client-ec2';
import type {
  CapacityReservationSelectorTerm,
  ResolvedCapacityReservation,
} from '@kerf/application';
import { compareText, type DurationMs, type Instant } from '@kerf/core';
import type { AwsSession } from '../clients.js';
import { hasAwsCode } from '../errors.js';
import { collectPages } from '../pages.js';
import { tagFilters } from './selector-filters.js';

/**
 * A capacity block counts as expiring this long before its end: EC2 terminates its instances 30
 * minutes before the end, and they need time to drain.
 * Source: karpenter-provider-aws pkg/apis/v1/ec2nodeclass_status.go @v1.14.1.
 */
const blockExpiryMs: DurationMs = 40 * 60_000;

/**
 * Returns the capacity reservations that any of the terms selects, by id. Without terms, EC2 is not
 * asked; that a term selects none is not a problem, because reservations come and go.
 */
export async function resolveCapacityReservations(
  session: AwsSession,
  terms: readonly CapacityReservationSelectorTerm[],
  now: Instant,
): Promise<readonly ResolvedCapacityReservation[]> {
  const selected = await Promise.all(terms.map((term) => findReservations(session, term)));
  const byId = new Map(
    selected.flat().flatMap((found) => {
      const reservation = toReservation(found, now);
      return reservation === null ? [] : [[reservation.id, reservation] as const];
    }),
  );
  return [...byId.values()].toSorted((a, b) => compareText(a.id, b.id));
}

/** EC2 lists such a reservation for some time. */
const endedStates = ['expired', 'cancelled'];

async function findReservations(
  session: AwsSession,
  { tags, id, ownerID, instanceMatchCriteria }: CapacityReservationSelectorTerm,
): Promise<readonly CapacityReservation[]> {
  const filters: Filter[] = [
    { Name: 'state', Values: ['active', ...endedStates] },
    ...tagFilters(tags),
    ...(ownerID === undefined ? [] : [{ Name: 'owner-id', Values: [ownerID] }]),
    ...(instanceMatchCriteria === undefined
      ? []
      : [{ Name: 'instance-match-criteria', Values: [instanceMatchCriteria] }]),
  ];
  const input = {
    Filters: filters,
    ...(id === undefined ? {} : { CapacityReservationIds: [id] }),
  };
  try {
    return await session.call('ec2:DescribeCapacityReservations', (options) =>
      collectPages(
        paginateDescribeCapacityReservations({ client: session.ec2 }, input, options),
        (page) => page.CapacityReservations,
      ),
    );
  } catch (error) {
    // EC2 forgets a reservation some time after its end.
    if (hasAwsCode(error, 'InvalidCapacityReservationId.NotFound')) return [];
    throw error;
  }
}

/** Every field of EC2's response is optional; a reservation without these fields is skipped. */
function toReservation(
  found: CapacityReservation,
  now: Instant,
): ResolvedCapacityReservation | null {
  const { CapacityReservationId: id, InstanceType: instanceType, AvailabilityZone: zone } = found;
  if (id === undefined || instanceType === undefined || zone === undefined) return null;
  const type = found.ReservationType ?? 'default';
  const endsAt = found.EndDate?.getTime() ?? null;
  return {
    id,
    ownerId: found.OwnerId ?? '',
    instanceType,
    zone,
    type,
    matchCriteria: found.InstanceMatchCriteria ?? 'open',
    interruptible: found.Interruptible ?? false,
    state: stateOf(found, now),
    endsAt,
    freeInstances: found.AvailableInstanceCount ?? 0,
  };
}

function stateOf(
  { State = 'active', ReservationType, EndDate }: CapacityReservation,
  now: Instant,
): ResolvedCapacityReservation['state'] {
  if (endedStates.includes(State)) return 'ended';
  if (ReservationType !== 'capacity-block' || EndDate === undefined) return 'active';
  return now >= EndDate.getTime() - blockExpiryMs ? 'expiring' : 'active';
}
