import type { HostPort } from '../model/pod.js';

const wildcards: ReadonlySet<string> = new Set(['', '0.0.0.0', '::']);

/**
 * The first wanted port that cannot be had beside the used ones. Without an address, or with one of
 * the unspecified addresses, a port conflicts with that port on every address.
 */
export function findPortConflict(
  used: readonly HostPort[],
  wanted: readonly HostPort[],
): HostPort | null {
  return wanted.find((port) => used.some((other) => conflicts(port, other))) ?? null;
}

function conflicts(a: HostPort, b: HostPort): boolean {
  return (
    a.port === b.port &&
    a.protocol === b.protocol &&
    (a.hostIp === b.hostIp || wildcards.has(a.hostIp) || wildcards.has(b.hostIp))
  );
}
