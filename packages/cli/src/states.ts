import type { Cluster, DecisionSummary, NodeClaim, NodeSummary } from '@kerf/client';

// The values that the OpenAPI document has; the compiler rejects one that it lacks.

/** States for `--state`. */
export const clusterStates = [
  'CHECKING',
  'REJECTED',
  'CONNECTING',
  'CONNECTED',
  'UNREACHABLE',
] as const satisfies readonly Cluster['connection']['state'][];
/** States for `--state`. */
export const nodeStates = [
  'JOINING',
  'READY',
  'NOT_READY',
  'CORDONED',
  'TERMINATING',
] as const satisfies readonly NodeSummary['state'][];
/** States for `--state`. */
export const nodeClaimStates = [
  'REQUESTED',
  'LAUNCHING',
  'LAUNCHED',
  'REGISTERED',
  'INITIALIZED',
  'TERMINATING',
  'TERMINATED',
  'LAUNCH_FAILED',
] as const satisfies readonly NodeClaim['state'][];
/** States of NodeClaims that have not ended, which lists show by default, as kubectl does. */
export const livingClaimStates: readonly NodeClaim['state'][] = nodeClaimStates.filter(
  (state) => state !== 'TERMINATED' && state !== 'LAUNCH_FAILED',
);
/** States for `--state`. */
export const decisionStates = [
  'PROPOSED',
  'AWAITING_APPROVAL',
  'APPROVED',
  'EXECUTING',
  'EXECUTED',
  'FAILED',
  'REJECTED',
  'EXPIRED',
  'SUPERSEDED',
] as const satisfies readonly DecisionSummary['state'][];
