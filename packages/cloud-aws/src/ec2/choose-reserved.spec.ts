import type { ResolvedCapacityReservation } from '@kerf/application';
import { describe, expect, it } from 'vitest';
import {
  g5Xlarge,
  m6gLarge,
  someFacts,
  someLaunchRequest,
  someReservation,
  someResolution,
  t3Large,
} from '../testing/builders.js';
import { chooseOfferings } from './choose-offerings.js';

const zones = new Set(['us-east-1a', 'us-east-1b']);
const c5 = someFacts({ name: 'c5.xlarge' });
const facts = [someFacts(), c5, g5Xlarge, t3Large, m6gLarge];

/** A request whose options were planned with `planned`, and that is launched with `now`. */
const requestOf = (
  planned: readonly ResolvedCapacityReservation[],
  now: readonly ResolvedCapacityReservation[] = planned,
) => ({
  ...someLaunchRequest(facts, { resolution: someResolution({ capacityReservations: planned }) }),
  resolution: someResolution({ capacityReservations: now }),
});

function chosen(...args: Parameters<typeof requestOf>): string {
  const choice = chooseOfferings(requestOf(...args), zones);
  const ids = (choice?.types ?? []).flatMap(({ offerings }) =>
    offerings.map(({ reservationId }) => reservationId ?? 'none'),
  );
  return `${choice?.capacityType} ${choice?.reservationType} ${[...new Set(ids)].sort().join(' ')}`;
}

const block = (overrides: Partial<ResolvedCapacityReservation> = {}) =>
  someReservation({ type: 'capacity-block', ...overrides });

describe('the offerings of a fleet request', () => {
  it('are reserved rather than spot', () => {
    expect(chosen([someReservation()])).toBe('reserved default cr-1');
  });

  it('are in several reservations of different zones and types', () => {
    const others = [
      someReservation({ id: 'cr-2', zone: 'us-east-1b' }),
      someReservation({ id: 'cr-3', instanceType: 'c5.xlarge' }),
    ];
    expect(chosen([someReservation(), ...others])).toBe('reserved default cr-1 cr-2 cr-3');
  });

  it('are in the reservation with the most free instances of the same zone and type', () => {
    const larger = someReservation({ id: 'cr-2', freeInstances: 9 });
    const smaller = someReservation({ id: 'cr-3', freeInstances: 2 });
    expect(chosen([someReservation(), larger, smaller])).toBe('reserved default cr-2');
  });

  it('are in default reservations rather than Capacity Blocks of the same price', () => {
    const c5Block = block({ id: 'cr-0', instanceType: 'c5.xlarge' });
    expect(chosen([c5Block, someReservation()])).toBe('reserved default cr-1');
  });

  it('are in one Capacity Block only', () => {
    const emptier = block({ id: 'cr-2', zone: 'us-east-1b', freeInstances: 9 });
    expect(chosen([block(), emptier])).toBe('reserved capacity-block cr-2');
  });

  it('are in the Capacity Block of the cheaper type, although both cost almost nothing', () => {
    const cheaper = block({ id: 'cr-m6g', instanceType: 'm6g.large', freeInstances: 1 });
    const emptier = block({ id: 'cr-t3', instanceType: 't3.large', freeInstances: 9 });
    expect(chosen([emptier, cheaper])).toBe('reserved capacity-block cr-m6g');
  });

  it('are not in a reservation that is no longer selected, or that expires', () => {
    expect(chosen([someReservation()], [])).toBe('spot null none');
    const expiring = block({ state: 'expiring' });
    expect(chosen([block()], [expiring])).toBe('spot null none');
  });

  it('are of types without accelerators if there are such reservations', () => {
    const gpu = someReservation({ id: 'cr-2', instanceType: 'g5.xlarge' });
    expect(chosen([someReservation(), gpu])).toBe('reserved default cr-1');
    expect(chosen([gpu])).toBe('reserved default cr-2');
  });

  it('may be of fewer types than minValues requires', () => {
    const requirements = [
      {
        key: 'node.kubernetes.io/instance-type',
        operator: 'Exists' as const,
        values: [],
        minValues: 2,
      },
    ];
    const choice = chooseOfferings({ ...requestOf([someReservation()]), requirements }, zones);
    expect(choice?.types).toHaveLength(1);
  });
});
