import { type LookupAddress, type LookupOptions, lookup as lookUp } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { type AddressPolicy, requireAllowed } from './address-policy.js';

type Resolve = (
  host: string,
  options: LookupOptions & { readonly all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Creates a lookup function for sockets that refuses hosts by their addresses. The socket connects
 * to the checked addresses, so a name that resolves differently later (DNS rebinding) cannot bypass
 * the check.
 */
export function createGuardedLookup(
  policy: AddressPolicy,
  resolve: Resolve = lookUp,
): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      try {
        if (error !== null) throw error;
        const [first] = addresses;
        if (first === undefined) throw new Error(`${host} has no DNS address`);
        requireAllowed(
          policy,
          host,
          addresses.map(({ address }) => address),
        );
        if (options.all === true) done(null, addresses);
        else done(null, first.address, first.family);
      } catch (refusal) {
        done(refusal instanceof Error ? refusal : new Error(String(refusal)), '', 0);
      }
    });
  };
}

/** Checks a host that is an address, because no lookup runs for it. @throws TargetRefused */
export function requireAllowedHost(policy: AddressPolicy, host: string): void {
  if (isIP(host) !== 0) requireAllowed(policy, host, [host]);
}
