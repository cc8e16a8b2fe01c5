import type { TerminationReason } from './node-claim.js';

/**
 * Why a node is terminated, for people: words that Karpenter's Events have stay, and other codes are
 * said in words.
 */
export const terminationText: Readonly<Record<TerminationReason, string>> = {
  Empty: 'Empty',
  Underutilized: 'Underutilized',
  Drifted: 'Drifted',
  Expired: 'Expired',
  Interrupted: 'Interrupted',
  Unhealthy: 'Unhealthy',
  Overprovisioned: 'Overprovisioned',
  LaunchTimeout: 'the instance was not launched in time',
  RegistrationTimeout: 'the node did not register in time',
  GarbageCollected: 'the instance of the node is gone',
  DeletedByUser: 'the node, its NodeClaim or its NodePool was deleted',
  InsufficientCapacity: 'EC2 has no capacity for the node',
};
