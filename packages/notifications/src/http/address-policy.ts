/** Determines which hosts and addresses notifications may be sent to. */
export interface AddressPolicy {
  /** Whether the operator allows this host, regardless of its addresses and of TLS. */
  trustsHost(host: string): boolean;
  /** Returns the kind of a refused address, e.g. `loopback`; `null` if it may be called. */
  refusedKindOf(address: string): string | null;
}

/** A target that the policy refuses. */
export class TargetRefused extends Error {
  constructor(message: string) {
    super(`${message} Add it to KERF_ALLOWED_NOTIFICATION_TARGETS of the worker to allow it.`);
    this.name = 'TargetRefused';
  }
}

/**
 * Checks the addresses of a host.
 * @throws TargetRefused if one of them is refused
 */
export function requireAllowed(
  policy: AddressPolicy,
  host: string,
  addresses: readonly string[],
): void {
  if (policy.trustsHost(host)) return;
  const kind = addresses
    .map((address) => policy.refusedKindOf(address))
    .find((one) => one !== null);
  if (kind === undefined) return;
  throw new TargetRefused(`The target’s host ${host} has a ${kind} address.`);
}
