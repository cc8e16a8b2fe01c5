import { invariant } from '@kerf/core';
import type { Tags } from '../iam/identity.js';

export interface Vpc {
  readonly id: string;
  readonly accountId: string;
  readonly region: string;
  readonly cidr: string;
  readonly tags: Tags;
}

export interface Subnet {
  readonly id: string;
  readonly accountId: string;
  readonly region: string;
  readonly vpcId: string;
  readonly zone: string;
  readonly zoneId: string;
  readonly cidr: string;
  readonly isPublic: boolean;
  readonly tags: Tags;
}

export interface SecurityGroup {
  readonly id: string;
  readonly accountId: string;
  readonly region: string;
  readonly vpcId: string;
  readonly name: string;
  readonly description: string;
  readonly tags: Tags;
}

/** AWS reserves the first four addresses of a subnet and the last. */
const reservedAtStart = 4;
const reservedInAll = 5;

/** Allocates the addresses of subnets. */
export class AddressAllocator {
  readonly #taken = new Map<string, Set<number>>();

  free(subnet: Subnet): number {
    const { size } = parseCidr(subnet.cidr);
    return size - reservedInAll - (this.#taken.get(subnet.id)?.size ?? 0);
  }

  /**
   * Allocates the first free address from a position in the subnet on.
   * @param placeRatio 0 is the first address of the subnet, 1 is after its last
   * @returns `null` if the subnet is full
   */
  take(subnet: Subnet, placeRatio: number): string | null {
    const { base, size } = parseCidr(subnet.cidr);
    const usable = size - reservedInAll;
    const taken = this.#takenOf(subnet.id);
    if (taken.size >= usable) return null;
    let place = Math.floor(placeRatio * usable);
    while (taken.has(base + reservedAtStart + place)) place = (place + 1) % usable;
    const address = base + reservedAtStart + place;
    taken.add(address);
    return formatAddress(address);
  }

  /** Allocates exactly this address, after a restart. */
  claim(subnetId: string, address: string): void {
    this.#takenOf(subnetId).add(parseAddress(address));
  }

  release(subnetId: string, address: string): void {
    this.#taken.get(subnetId)?.delete(parseAddress(address));
  }

  #takenOf(subnetId: string): Set<number> {
    let taken = this.#taken.get(subnetId);
    if (taken === undefined) {
      taken = new Set();
      this.#taken.set(subnetId, taken);
    }
    return taken;
  }
}

/** Parses an IPv4 network: first address as a number, and number of addresses. */
export function parseCidr(cidr: string): { readonly base: number; readonly size: number } {
  const [address = '', bits = ''] = cidr.split('/');
  const length = Number(bits);
  invariant(/^\d{1,2}$/.test(bits) && length >= 8 && length <= 28, `${cidr} is not a network`);
  const size = 2 ** (32 - length);
  const base = parseAddress(address);
  invariant(base % size === 0, `${cidr} does not begin at a network's first address`);
  return { base, size };
}

function parseAddress(address: string): number {
  const parts = address.split('.').map(Number);
  const isRight = parts.length === 4 && parts.every((part) => part >= 0 && part <= 255);
  invariant(isRight, `${address} is not an IPv4 address`);
  return parts.reduce((sum, part) => sum * 256 + part, 0);
}

function formatAddress(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
}
