import type { DeviceUses } from '../../devices/device-ledger.js';
import type { Bits } from '../../requirements/bits.js';
import type { Requirements } from '../../requirements/requirements.js';
import type { ResourceVector } from '../../resources/resource-space.js';

/** The state of a planned node with one more pod. */
export interface Placement {
  readonly requirements: Requirements;
  readonly types: Bits;
  /** Requests of all its pods, including the new one. */
  readonly requests: ResourceVector;
  /** The part of its devices that claims hold; `null` if none of its pods has claims. */
  readonly deviceUses: DeviceUses | null;
  readonly reservationIds: ReadonlySet<string>;
  readonly relaxesMinValues: boolean;
}

/**
 * Why a pod does not fit somewhere, as far as the search depends on it: `Never` (free capacity only
 * decreases), `NotNow` (counts of other pods may change that), or `Reserved` (only reserved
 * capacity is missing; nothing else is tried for the pod in this pass).
 */
export type Rejection = 'Never' | 'NotNow' | 'Reserved';
