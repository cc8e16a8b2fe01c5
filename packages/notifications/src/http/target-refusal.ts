import { isIP } from 'node:net';
import { type AddressPolicy, refusedKindOfHost } from '@kerf/system';

/** A target that the policy refuses. */
export class TargetRefused extends Error {
  constructor(message: string) {
    super(`${message} Add it to KERF_ALLOWED_NOTIFICATION_TARGETS of the worker to allow it.`);
    this.name = 'TargetRefused';
  }
}

/** Returns the refusal of a host, by its addresses; `null` if notifications may be sent there. */
export function targetRefusal(
  policy: AddressPolicy,
  host: string,
  addresses: readonly string[],
): TargetRefused | null {
  const kind = refusedKindOfHost(policy, host, addresses);
  return kind === null
    ? null
    : new TargetRefused(`The target’s host ${host} has a ${kind} address.`);
}

/** Checks a host that is an address, because no lookup runs for it. @throws TargetRefused */
export function requireAllowedHost(policy: AddressPolicy, host: string): void {
  const refusal = isIP(host) === 0 ? null : targetRefusal(policy, host, [host]);
  if (refusal !== null) throw refusal;
}
