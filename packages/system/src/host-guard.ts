import { isIP } from 'node:net';
import type { DurationMs } from '@kerf/core';
import { type AddressPolicy, hostOf, refusedKindOfHost } from './address-policy.js';
import { createGuardedLookup } from './guarded-lookup.js';

/** Decides which hosts that users name are called. */
export interface HostGuard<Refusal extends Error> {
  /** Returns the refusal of a host by its addresses; `null` if it may be called. */
  refusalOf(host: string, addresses: readonly string[]): Refusal | null;
  /** Returns the refusal of a URL: without TLS, or with a host that is a refused address. */
  refusalOfUrl(url: URL): Refusal | null;
}

/** @param refuse returns the error that says why a host is not called, e.g. `has a private address.` */
export function createHostGuard<Refusal extends Error>(
  policy: AddressPolicy,
  refuse: (host: string, why: string) => Refusal,
): HostGuard<Refusal> {
  const refusalOf: HostGuard<Refusal>['refusalOf'] = (host, addresses) => {
    const kind = refusedKindOfHost(policy, host, addresses);
    return kind === null ? null : refuse(host, `has a ${kind} address.`);
  };
  return {
    refusalOf,
    refusalOfUrl: (url) => {
      const host = hostOf(url.href);
      const isSecure =
        url.protocol === 'https:' || (url.protocol === 'http:' && policy.trustsHost(host));
      if (!isSecure) return refuse(host, 'is not called without TLS (https).');
      // No lookup runs for a host that is an address.
      return isIP(host) === 0 ? null : refusalOf(host, [host]);
    },
  };
}

/** Limits of calls to hosts that users name. */
export interface CallLimits {
  readonly connectMs: DurationMs;
  /** Until the answer is complete, connecting included. */
  readonly totalMs: DurationMs;
}

/**
 * Returns options of an undici agent that connects to guarded hosts only.
 * @param ca certificates to trust in addition, in PEM
 */
export const guardedAgentOptions = (
  { refusalOf }: Pick<HostGuard<Error>, 'refusalOf'>,
  { connectMs, totalMs }: CallLimits,
  ca?: string,
) => ({
  connect: {
    lookup: createGuardedLookup(refusalOf),
    timeout: connectMs,
    ...(ca === undefined ? {} : { ca }),
  },
  headersTimeout: totalMs,
  bodyTimeout: totalMs,
  // Calls are rare; a kept connection would be used after the other side has closed it.
  pipelining: 0,
});
