import type { HostPort } from '../model/pod.js';

const wildcards: ReadonlySet<string> = new Set(['', '0.0.0.0', '::']);

/**
 * Returns the first requested port that conflicts with a used one, or `null`. Without an address, or
 * with an unspecified address, a port conflicts with the same port on every address.
 */
export function findPortConflict(
  used: readonly HostPort[],
  requested: readonly HostPort[],
): HostPort | null {
  return requested.find((port) => used.some((other) => conflicts(port, other))) ?? null;
}

function conflicts(a: HostPort, b: HostPort): boolean {
  return (
    a.port === b.port &&
    a.protocol === b.protocol &&
    (a.hostIp === b.hostIp || wildcards.has(a.hostIp) || wildcards.has(b.hostIp))
  );
}
