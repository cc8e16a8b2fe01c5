import { anInstanceType, anOffering } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { ReservationLedger } from './reservation-ledger.js';

const reserved = (id: string, free: number) =>
  anOffering('zone-a', 'reserved', 1, { reservationId: id, reservationCapacity: free });
const ledgerOf = (...offerings: readonly ReturnType<typeof reserved>[]) =>
  new ReservationLedger(offerings.map((offering) => anInstanceType('t').offered(offering).build()));

const [first, second, third] = [1, 2, 3];

describe('the capacity of a reservation', () => {
  it('is held once per node, up to the free capacity', () => {
    const ledger = ledgerOf(reserved('a', 2));
    ledger.hold(first, new Set(['a']));
    expect(ledger.canHold(second, 'a')).toBe(true);
    ledger.hold(second, new Set(['a']));
    expect([first, second, third].map((host) => ledger.canHold(host, 'a'))).toEqual([
      true,
      true,
      false,
    ]);
    expect(ledger.canHold(third, 'unknown')).toBe(false);
  });

  it('is held once by a node that holds it again', () => {
    const ledger = ledgerOf(reserved('a', 2));
    for (let pod = 0; pod < 3; pod++) ledger.hold(first, new Set(['a']));
    expect(ledger.canHold(second, 'a')).toBe(true);
  });

  it('is released when a node does not need it any more, and only then', () => {
    const ledger = ledgerOf(reserved('a', 1), reserved('b', 1));
    ledger.hold(first, new Set(['a', 'b']));
    ledger.hold(first, new Set(['b']));
    expect([...ledger.heldBy(first)]).toEqual(['b']);
    expect([ledger.canHold(second, 'a'), ledger.canHold(second, 'b')]).toEqual([true, false]);
    ledger.hold(second, new Set(['a']));
    expect(ledger.canHold(third, 'a')).toBe(false);
  });

  it('is the lowest that any offering has', () => {
    const isLeft = (...free: readonly number[]) => {
      const ledger = ledgerOf(...free.map((count) => reserved('a', count)));
      ledger.hold(first, new Set(['a']));
      return ledger.canHold(second, 'a');
    };
    expect([isLeft(5, 1), isLeft(1, 5), isLeft(5, 5)]).toEqual([false, false, true]);
  });

  it('is never held without reservations', () => {
    expect(ledgerOf(anOffering('zone-a', 'on-demand', 1)).isUsed).toBe(false);
    expect(ledgerOf(reserved('a', 0)).isUsed).toBe(true);
  });
});
