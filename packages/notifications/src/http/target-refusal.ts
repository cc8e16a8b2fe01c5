import { type AddressPolicy, createHostGuard, type HostGuard } from '@kerf/system';

/** A target that the policy refuses. */
export class TargetRefused extends Error {
  constructor(message: string) {
    super(`${message} Add it to KERF_ALLOWED_NOTIFICATION_TARGETS of the worker to allow it.`);
    this.name = 'TargetRefused';
  }
}

/** Creates the guard of targets: which of them notifications may be sent to. */
export const createTargetGuard = (policy: AddressPolicy): HostGuard<TargetRefused> =>
  createHostGuard(policy, (host, why) => new TargetRefused(`The target’s host ${host} ${why}`));
