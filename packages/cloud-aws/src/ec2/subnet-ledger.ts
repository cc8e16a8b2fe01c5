import type { NodeClassResolution, ResolvedSubnet } from '@kerf/application';
import type { Instant } from '@kerf/core';

/**
 * Free addresses are read with the node class, minutes before a launch. Between two readings this
 * ledger counts what launches take, so that a burst spreads over a zone's subnets instead of
 * filling one. Memory only: the next reading is the truth.
 */
export interface SubnetLedger {
  /** For each zone the subnet with most addresses left (ties: id). */
  largestFree(resolution: NodeClassResolution): ReadonlyMap<string, ResolvedSubnet>;
  /** Counts addresses that a launch takes; a negative number gives them back. */
  take(resolution: NodeClassResolution, subnetId: string, addresses: number): void;
}

interface Account {
  readonly readAt: Instant;
  readonly taken: number;
}

export function createSubnetLedger(): SubnetLedger {
  const accounts = new Map<string, Account>();

  /** Valid until a newer reading. */
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
        (a, b) => left(a) - left(b) || (a.id < b.id ? 1 : -1),
      );
      return new Map(largestFreeLast.map((subnet) => [subnet.zone, subnet]));
    },
    take(resolution, subnetId, addresses) {
      const { readAt, taken } = accountOf(resolution, subnetId);
      accounts.set(subnetId, { readAt, taken: taken + addresses });
    },
  };
}
