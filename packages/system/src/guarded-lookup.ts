import { type LookupAddress, type LookupOptions, lookup as lookUp } from 'node:dns';
import type { LookupFunction } from 'node:net';

type Resolve = (
  host: string,
  options: LookupOptions & { readonly all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Creates a lookup function for sockets that refuses hosts by their addresses. The socket connects
 * to the checked addresses, so a name that resolves differently later (DNS rebinding) cannot bypass
 * the check. No lookup runs for a host that is an address: it must be checked before.
 * @param refusalOf returns why a host with these addresses is not called; `null` if it may be
 */
export function createGuardedLookup(
  refusalOf: (host: string, addresses: readonly string[]) => Error | null,
  resolve: Resolve = lookUp,
): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const refusal =
        error ??
        refusalOf(
          host,
          addresses.map(({ address }) => address),
        );
      const [first] = addresses;
      if (refusal !== null || first === undefined) done(refusal ?? noAddress(host), '', 0);
      else if (options.all === true) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

const noAddress = (host: string): Error =>
  Object.assign(new Error(`${host} has no DNS address`), { code: 'ENOTFOUND' });
