import type {
  MarkedOffering,
  ReservedLaunch,
  ResolvedCapacityReservation,
  ZonalShift,
} from '@kerf/application';
import { describe, expect, it } from 'vitest';
import {
  given,
  someFacts,
  someReservation,
  someResolution,
  someResolutionInput,
} from '../testing/builders.js';
import { createInstanceTypeResolver } from './resolver.js';

interface Given {
  readonly reservations?: readonly ResolvedCapacityReservation[];
  readonly launches?: readonly ReservedLaunch[];
  readonly unavailable?: readonly MarkedOffering[];
  readonly zonalShifts?: readonly ZonalShift[];
}

function resolve({
  reservations = [someReservation()],
  launches = [],
  unavailable = [],
  zonalShifts = [],
}: Given) {
  const [type] = createInstanceTypeResolver().resolve(
    someResolutionInput([someFacts()], {
      resolution: someResolution({ capacityReservations: reservations }),
      reservedLaunches: launches,
      unavailable,
      zonalShifts,
    }),
  );
  const { offerings, labels } = given(type);
  return { labels, reserved: offerings.filter(({ capacityType }) => capacityType === 'reserved') };
}

const label = (name: string) => `karpenter.k8s.aws/capacity-reservation-${name}`;

describe('the reserved offerings of an instance type', () => {
  it('are one for each of its reservations in a zone with a subnet', () => {
    const { reserved, labels } = resolve({
      reservations: [
        someReservation(),
        someReservation({ id: 'cr-2', zone: 'us-east-1b', type: 'capacity-block' }),
        someReservation({ id: 'cr-3', instanceType: 'c5.large' }),
        someReservation({ id: 'cr-4', zone: 'us-east-1c' }),
      ],
    });
    expect(reserved).toEqual([
      {
        zone: 'us-east-1a',
        zoneId: 'use1-az1',
        capacityType: 'reserved',
        priceMicroUsdPerHour: 2,
        available: true,
        reservationId: 'cr-1',
        reservationType: 'default',
        reservationCapacity: 3,
      },
      expect.objectContaining({ reservationId: 'cr-2', reservationType: 'capacity-block' }),
    ]);
    expect(labels['karpenter.sh/capacity-type']).toContain('reserved');
    expect(labels[label('id')]).toEqual(['cr-1', 'cr-2']);
    expect(labels[label('type')]).toEqual(['default', 'capacity-block']);
    expect(labels[label('interruptible')]).toEqual(['false']);
  });

  it('are unavailable in a zone that traffic is shifted away from', () => {
    const { reserved } = resolve({ zonalShifts: [{ zoneId: 'use1-az1', until: 9 }] });
    expect(reserved).toMatchObject([{ available: false, isShifted: true, unavailableUntil: 9 }]);
  });

  it('are none without reservations; then the labels exist without values', () => {
    const { reserved, labels } = resolve({ reservations: [] });
    expect(reserved).toEqual([]);
    expect([labels[label('id')], labels[label('type')], labels[label('interruptible')]]).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('have less capacity for each launch that the lookup does not know', () => {
    // The reservations were looked up at 1000.
    const launches = [
      { reservationId: 'cr-1', launchedAt: 999 },
      { reservationId: 'cr-1', launchedAt: 1000 },
      { reservationId: 'cr-1', launchedAt: null },
      { reservationId: 'cr-2', launchedAt: null },
    ];
    expect(resolve({ launches }).reserved).toMatchObject([
      { reservationCapacity: 1, available: true },
    ]);
  });

  it.each<[string, Given]>([
    ['full', { reservations: [someReservation({ freeInstances: 0 })] }],
    [
      'filled by launches',
      {
        reservations: [someReservation({ freeInstances: 1 })],
        launches: [
          { reservationId: 'cr-1', launchedAt: null },
          { reservationId: 'cr-1', launchedAt: null },
        ],
      },
    ],
  ])('are available with 0 free instances while the reservation is %s', (_, input) => {
    expect(resolve(input).reserved).toMatchObject([{ available: true, reservationCapacity: 0 }]);
  });

  it('are unavailable while the reservation is marked', () => {
    const mark = {
      instanceType: 'm5.xlarge',
      zone: 'us-east-1a',
      capacityType: 'reserved',
      code: 'ReservationCapacityExceeded',
      until: 5000,
    } as const;
    expect(resolve({ unavailable: [mark] }).reserved).toMatchObject([{ available: false }]);
  });

  it.each<[string, Partial<ResolvedCapacityReservation>]>([
    ['are interruptible', { interruptible: true }],
    ['expire', { state: 'expiring' }],
    ['have ended', { state: 'ended' }],
  ])('do not include reservations that %s', (_, overrides) => {
    expect(resolve({ reservations: [someReservation(overrides)] }).reserved).toEqual([]);
  });
});
