import { isIP } from 'node:net';
import { AppError } from '@kerf/core';
import { type AddressPolicy, hostOf, refusedKindOfHost } from '@kerf/system';

/**
 * Returns the refusal of an endpoint's host, by its addresses. They are not in the message, because it
 * would tell whoever registers a cluster about the network.
 */
export function endpointRefusal(
  policy: AddressPolicy,
  host: string,
  addresses: readonly string[],
): AppError | null {
  const kind = refusedKindOfHost(policy, host, addresses);
  if (kind === null) return null;
  const what = isIP(host) === 0 ? `resolves to a ${kind} address` : `is a ${kind} address`;
  return new AppError({
    code: 'CLUSTER.ENDPOINT_REFUSED',
    message: `The endpoint’s host ${host} ${what}. Add it to KERF_ALLOWED_CLUSTER_ENDPOINTS of the worker to allow it.`,
  });
}

/**
 * Checks an endpoint whose host is an address, because no lookup runs for it.
 * @throws CLUSTER.ENDPOINT_REFUSED
 */
export function requireDialable(policy: AddressPolicy, endpoint: string): void {
  const host = hostOf(endpoint);
  const refusal = isIP(host) === 0 ? null : endpointRefusal(policy, host, [host]);
  if (refusal !== null) throw refusal;
}
