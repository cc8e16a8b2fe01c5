import { reservationLabels } from '@kerf/core';
import { aNodeClaimRecord } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { type NodeClaim } from './node-claim.js';
import { reservationOf, reservedLaunches } from './reservation.js';

const launched = aNodeClaimRecord({ clusterId: 'clu_1', id: 'ncl_1', launchedAt: 5 });
const { instance, plan } = launched;
const labels = { ...instance?.labels, [reservationLabels.id]: 'cr-1' };
const inReservation: NodeClaim = { ...launched, instance: instance && { ...instance, labels } };
const expected = plan.expected && { ...plan.expected, reservationId: 'cr-2' };
const unlaunched: NodeClaim = {
  ...launched,
  state: 'Launching',
  instance: null,
  launchedAt: null,
  plan: { ...plan, expected },
};

describe('reservedLaunches', () => {
  it('names the reservation of each instance, and the expected one of an open launch', () => {
    expect(reservedLaunches([inReservation, unlaunched, launched])).toEqual([
      { reservationId: 'cr-1', launchedAt: 5 },
      { reservationId: 'cr-2', launchedAt: null },
    ]);
  });

  it('does not count a launch that got another offering than expected', () => {
    expect(reservedLaunches([{ ...launched, plan: { ...plan, expected } }])).toEqual([]);
  });
});

describe('reservationOf', () => {
  it('is null for an instance without a reservation', () => {
    expect(instance && reservationOf(instance)).toBeNull();
  });
});
