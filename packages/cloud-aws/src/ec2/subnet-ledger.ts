import type { NodeClassResolution, ResolvedSubnet } from '@kerf/application';
import type { Instant } from '@kerf/core';
import { compareText } from '@kerf/core';

/**
 * Tracks the free addresses of subnets. They are read with the EC2NodeClass, minutes before a
 * launch. Between two reads the ledger counts the addresses that launches use, so that a burst
 * spreads over a zone's subnets. It is kept in memory only, and each read replaces it.
 */
export interface SubnetLedger {
  /** Returns the subnet with the most free addresses in each zone (ties: by id). */
  largestFree(resolution: NodeClassResolution): ReadonlyMap<string, ResolvedSubnet>;
  /** Subtracts the addresses that a launch uses; a negative number returns them. */
  take(resolution: NodeClassResolution, subnetId: string, addresses: number): void;
}

interface Account {
  readonly readAt: Instant;
  readonly taken: number;
}

export function createSubnetLedger(): SubnetLedger {
  const accounts = new Map<string, Account>();

  /** Accounts are valid until the next read. */
  const accountOf = (resolution: NodeClassResolution, subnetId: string): Account => {
    const account = accounts.get(subnetId);
    const isCurrent = account !== undefined && account.readAt >= resolution.resolvedAt;
    return isCurrent ? account : { readAt: resolution.resolvedAt, taken: 0 };
  };

  return {
    largestFree(resolution) {
      const left = (subnet: ResolvedSubnet): number =>
        subnet.freeAddresses - accountOf(resolution, subnet.id).taken;
      const largestFreeLast = resolution.subnets.toSorted(
        (a, b) => left(a) - left(b) || compareText(b.id, a.id),
      );
      return new Map(largestFreeLast.map((subnet) => [subnet.zone, subnet]));
    },
    take(resolution, subnetId, addresses) {
      const { readAt, taken } = accountOf(resolution, subnetId);
      accounts.set(subnetId, { readAt, taken: taken + addresses });
    },
  };
}
