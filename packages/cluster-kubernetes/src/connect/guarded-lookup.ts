import { type LookupAddress, type LookupOptions, lookup as lookUp } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { AppError } from '@kerf/core';
import { type EndpointPolicy, hostOf } from './endpoint-policy.js';

type Resolve = (
  host: string,
  options: LookupOptions & { readonly all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Creates a lookup function for sockets that refuses names with an address that the policy refuses.
 * The socket connects to the checked addresses, so a name that resolves differently later (DNS
 * rebinding) cannot bypass the check.
 */
export function createGuardedLookup(
  policy: EndpointPolicy,
  resolve: Resolve = lookUp,
): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const refusal =
        error ??
        refusalOf(
          policy,
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

/**
 * Checks an endpoint whose host is an address, because no lookup runs for it.
 * @throws CLUSTER.ENDPOINT_REFUSED
 */
export function requireDialable(policy: EndpointPolicy, endpoint: string): void {
  const host = hostOf(endpoint);
  const refusal = isIP(host) === 0 ? null : refusalOf(policy, host, [host]);
  if (refusal !== null) throw refusal;
}

function refusalOf(
  policy: EndpointPolicy,
  host: string,
  addresses: readonly string[],
): AppError | null {
  if (policy.trustsHost(host)) return null;
  const kind = addresses.map((address) => policy.refusedKindOf(address)).find((found) => found);
  if (kind === undefined || kind === null) return null;
  const what = isIP(host) === 0 ? `resolves to a ${kind} address` : `is a ${kind} address`;
  return new AppError({
    code: 'CLUSTER.ENDPOINT_REFUSED',
    message: `The endpoint’s host ${host} ${what}. Add it to KERF_ALLOWED_CLUSTER_ENDPOINTS of the worker to allow it.`,
  });
}

const noAddress = (host: string): Error =>
  Object.assign(new Error(`${host} has no DNS address`), { code: 'ENOTFOUND' });
