import type { Instant } from '@kerf/core';
import type { NodePoolDefinition } from '../domain/definition/definition.js';
import type { LaunchOptions, NodeClaim } from '../domain/node-claim/node-claim.js';
import type { NodeClaimObjectContext } from '../ports/cluster-gateway.js';
import { consolidatableSince } from './consolidatable-since.js';

/** Returns the data of a NodeClaim's object that its sync does not read from the NodeClaim. */
export function objectContext(
  claim: NodeClaim,
  about: {
    /** `null` when the NodePool was deleted, and for a standalone NodeClaim. */
    readonly pool: NodePoolDefinition | null;
    readonly launchOptions: () => Promise<LaunchOptions | null>;
    readonly now: Instant;
    readonly consistent: NodeClaimObjectContext['consistent'];
    readonly disruption: NodeClaimObjectContext['disruption'];
  },
): NodeClaimObjectContext {
  const { pool, launchOptions, now, consistent, disruption } = about;
  return {
    launchOptions,
    nodeClassRef: pool?.spec.template.spec.nodeClassRef ?? {
      group: 'karpenter.k8s.aws',
      kind: 'EC2NodeClass',
      name: claim.nodeClass,
    },
    drifted: claim.drift?.reason ?? null,
    consolidatableSince: consolidatableSince(claim, pool, now),
    consistent,
    disruption,
  };
}
