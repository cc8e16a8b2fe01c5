import type { DeviceLedger } from '../../devices/device-ledger.js';
import type { Pod } from '../../model/pod.js';
import type { ExistingNode } from '../nodes/existing-node.js';
import type { PoolLimits } from '../nodes/limits.js';
import { type InFlightNodeClaim } from '../planned-nodes/in-flight-node-claims.js';
import type { ReservationLedger } from '../planned-nodes/reservation-ledger.js';
import type { QueuedPod } from '../problem/problem.js';

/** The state at the end of a scheduling pass. */
export interface FirstFitResult {
  /** NodeClaims in the order in which they were planned. */
  readonly claims: readonly InFlightNodeClaim[];
  readonly podsByNode: ReadonlyMap<ExistingNode, readonly Pod[]>;
  /** Pods that fit nowhere, without those that are left to the cluster's scheduler. */
  readonly unplaced: readonly QueuedPod[];
  readonly ledger: ReservationLedger;
  /** `null` if no pod has claims. */
  readonly devices: DeviceLedger | null;
  /** Limits by the index of the template. */
  readonly limits: readonly PoolLimits[];
}
