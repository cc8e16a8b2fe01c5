import type { DeviceAuthorizationId, Instant, UserId } from '@kerf/core';
import type { DeviceAuthorization } from '../domain/identity/device-authorization.js';

/** Programs that wait for a user's confirmation. */
export interface DeviceAuthorizationRepository {
  insert(authorization: DeviceAuthorization, codes: DeviceCodeDigests): Promise<void>;
  findByUserCode(digest: string): Promise<DeviceAuthorization | null>;
  /** Finds an authorization and locks it until the transaction ends. */
  lockByDeviceCode(digest: string): Promise<DeviceAuthorization | null>;
  /** Saves a decision; false when somebody has decided before. */
  decide(id: DeviceAuthorizationId, decision: DeviceDecision): Promise<boolean>;
  savePolling(authorization: DeviceAuthorization): Promise<void>;
  /** Denies what a user has confirmed and no program has redeemed yet. */
  denyConfirmedBy(userId: UserId): Promise<void>;
  /** Removes authorizations that expired before this time. */
  removeExpired(before: Instant): Promise<void>;
}

/** A user's decision about an authorization. */
export type DeviceDecision = Pick<DeviceAuthorization, 'state' | 'userId' | 'terms'>;

/** Only digests of the codes are stored. */
export interface DeviceCodeDigests {
  readonly deviceCode: string;
  readonly userCode: string;
}
