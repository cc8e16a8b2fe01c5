import { InvariantViolation } from '@kerf/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AddressAllocator, parseCidr, type Subnet } from './network.js';

const subnet: Subnet = {
  id: 'subnet-1',
  accountId: '111122223333',
  region: 'us-east-1',
  vpcId: 'vpc-1',
  zone: 'us-east-1a',
  zoneId: 'use1-az4',
  cidr: '10.0.7.0/28',
  isPublic: false,
  tags: {},
};

describe('parseCidr', () => {
  it('reads a network', () => {
    expect(parseCidr('10.0.1.0/24')).toEqual({ base: 0x0a000100, size: 256 });
  });

  it.each([
    '10.0.0.0',
    '10.0.0.1/24',
    '10.0.0.0/33',
    '10.0.0/24',
    '10.0.0.300/24',
    'a/24',
    '10.0.0.0/x',
  ])('refuses %s', (cidr) => {
    expect(() => parseCidr(cidr)).toThrow(InvariantViolation);
  });
});

describe('AddressBook', () => {
  it('allocates each address once, and none that AWS reserves', () => {
    const book = new AddressAllocator();
    const given = Array.from({ length: 11 }, (_, index) => book.take(subnet, index / 11));
    expect(new Set(given).size).toBe(11);
    expect(given.map((address) => Number(address?.split('.')[3])).sort((a, b) => a - b)).toEqual([
      4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
    ]);
    expect(book.take(subnet, 0.5)).toBeNull();
    expect(book.free(subnet)).toBe(0);
  });

  it('counts the free addresses after any allocations and releases', () => {
    const step = fc.record({
      takes: fc.boolean(),
      place: fc.double({ min: 0, max: 0.999, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const book = new AddressAllocator();
        const taken: string[] = [];
        for (const { takes, place } of steps) {
          if (takes) {
            const address = book.take(subnet, place);
            if (address !== null) taken.push(address);
          } else {
            const address = taken.pop();
            if (address !== undefined) book.release(subnet.id, address);
          }
        }
        expect(new Set(taken).size).toBe(taken.length);
        expect(book.free(subnet)).toBe(11 - taken.length);
      }),
      { seed: 7 },
    );
  });
});
