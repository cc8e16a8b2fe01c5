import type { Bits } from '../requirements/bits.js';
import type { Requirements } from '../requirements/requirements.js';
import type { ResourceVector } from '../resources/resource-space.js';

/** What a planned node becomes when a pod is put on it. */
export interface Placement {
  readonly requirements: Requirements;
  readonly types: Bits;
  /** Pods' requests together, the new pod's included. */
  readonly requests: ResourceVector;
  readonly reservationIds: ReadonlySet<string>;
  readonly relaxesMinValues: boolean;
}

/**
 * Why a pod does not go somewhere, as far as the search cares: never (what is planned only fills
 * up), not now (counts of pods elsewhere may change that), or only for want of a place in a
 * capacity reservation (nothing else is to be tried for the pod in this pass).
 */
export type Rejection = 'Never' | 'NotNow' | 'Reserved';
