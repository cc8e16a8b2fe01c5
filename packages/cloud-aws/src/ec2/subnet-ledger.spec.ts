import { describe, expect, it } from 'vitest';
import { someResolution } from '../testing/builders.js';
import { createSubnetLedger } from './subnet-ledger.js';

const subnet = (id: string, freeAddresses: number, zone = 'us-east-1a') => ({
  id,
  zone,
  zoneId: 'use1-az1',
  freeAddresses,
});
const read = (resolvedAt: number) =>
  someResolution({
    resolvedAt,
    subnets: [subnet('subnet-1', 100), subnet('subnet-2', 90), subnet('subnet-3', 5, 'us-east-1b')],
  });
const idsOf = (ledger: ReturnType<typeof createSubnetLedger>, at: number) =>
  [...ledger.largestFree(read(at)).values()].map(({ id }) => id).toSorted();

describe('the subnet of a zone', () => {
  it('is the one with the most free addresses', () => {
    expect(idsOf(createSubnetLedger(), 1)).toEqual(['subnet-1', 'subnet-3']);
  });

  it('changes when launches use addresses, and back when they release them', () => {
    const ledger = createSubnetLedger();
    ledger.take(read(1), 'subnet-1', 58);
    expect(idsOf(ledger, 1)).toEqual(['subnet-2', 'subnet-3']);
    ledger.take(read(1), 'subnet-1', -58);
    expect(idsOf(ledger, 1)).toEqual(['subnet-1', 'subnet-3']);
  });

  it("is by EC2's numbers again after the next read", () => {
    const ledger = createSubnetLedger();
    ledger.take(read(1), 'subnet-1', 58);
    expect(idsOf(ledger, 2)).toEqual(['subnet-1', 'subnet-3']);
  });

  it('counts launches of an EC2NodeClass that was read earlier', () => {
    const ledger = createSubnetLedger();
    ledger.take(read(2), 'subnet-1', 5);
    ledger.take(read(1), 'subnet-1', 10);
    expect(idsOf(ledger, 2)).toEqual(['subnet-2', 'subnet-3']);
  });

  it('is the first by ID if two have equally many', () => {
    const resolution = someResolution({
      subnets: [subnet('subnet-9', 10), subnet('subnet-8', 10)],
    });
    const ids = [...createSubnetLedger().largestFree(resolution).values()].map(({ id }) => id);
    expect(ids).toEqual(['subnet-8']);
  });
});
