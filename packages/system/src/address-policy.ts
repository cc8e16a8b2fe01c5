import { BlockList, isIP } from 'node:net';

/** Determines which hosts and addresses Kerf calls if users or their data name them. */
export interface AddressPolicy {
  /** Whether the operator trusts this host, regardless of its addresses. */
  trustsHost(host: string): boolean;
  /** Returns the kind of a refused address; `null` if the address may be called. */
  refusedKindOf(address: string): string | null;
}

/** Reserved ranges. Some embed an IPv4 address: IPv4-compatible, NAT64, Teredo, 6to4. */
const reservedRanges = [
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '240.0.0.0/4',
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
];

/**
 * Ranges of addresses that are not public. Sources: IANA's registries of special-purpose IPv4 and
 * IPv6 addresses. An IPv4-mapped IPv6 address (`::ffff:127.0.0.1`) is checked as its IPv4 address.
 */
const specialRanges: Readonly<Record<string, readonly string[]>> = {
  unspecified: ['0.0.0.0/8', '::/128'],
  loopback: ['127.0.0.0/8', '::1/128'],
  'link-local': ['169.254.0.0/16', 'fe80::/10'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fec0::/10'],
  shared: ['100.64.0.0/10'],
  multicast: ['224.0.0.0/4', 'ff00::/8'],
  reserved: reservedRanges,
};

const special = Object.entries(specialRanges).map(([kind, ranges]) => {
  const list = new BlockList();
  for (const range of ranges) addRange(list, range);
  return { kind, list };
});

/**
 * Creates a policy that refuses every non-public address except those that the operator lists:
 * trusted hosts and addresses, and ranges that hosts may resolve to.
 * @param entries each valid by {@link isAddressEntry}
 */
export function createAddressPolicy(entries: readonly string[]): AddressPolicy {
  const allowed = new BlockList();
  const hosts = new Set<string>();
  for (const entry of entries) {
    if (entry.includes('/')) addRange(allowed, entry);
    else hosts.add(entry.toLowerCase());
  }
  return {
    trustsHost: (host) => hosts.has(host.toLowerCase()),
    refusedKindOf: (address) => {
      const family = familyOf(address);
      if (family === null) return 'unreadable';
      if (allowed.check(address, family)) return null;
      return special.find(({ list }) => list.check(address, family))?.kind ?? null;
    },
  };
}

/**
 * Returns what kind of address keeps a host from being called, e.g. `loopback`.
 * @param addresses all to which the host resolves; itself if it is an address
 * @returns `null` if it may be called
 */
export function refusedKindOfHost(
  policy: AddressPolicy,
  host: string,
  addresses: readonly string[],
): string | null {
  if (policy.trustsHost(host)) return null;
  const kinds = addresses.map((address) => policy.refusedKindOf(address));
  return kinds.find((kind) => kind !== null) ?? null;
}

/** Whether the entry is a host name, an address, or an address range such as `10.0.0.0/8`. */
export function isAddressEntry(entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/');
  if (bits === undefined) return familyOf(entry) !== null || hostName.test(entry);
  const family = familyOf(address);
  const most = family === 'ipv4' ? 32 : 128;
  return family !== null && more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most;
}

const hostName = /^(?!.*[.-]{2})[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i;

function addRange(list: BlockList, range: string): void {
  const [address = '', bits] = range.split('/');
  list.addSubnet(address, Number(bits), familyOf(address) ?? 'ipv4');
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address);
  if (version === 0) return null;
  return version === 4 ? 'ipv4' : 'ipv6';
}

/** Returns the host of a URL; an IPv6 address without brackets. */
export const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
