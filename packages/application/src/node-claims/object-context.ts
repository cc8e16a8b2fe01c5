import type { Instant } from '@kerf/core';
import type { NodeClassDefinition, NodePoolDefinition } from '../domain/definition/definition.js';
import { driftOf } from '../domain/node-claim/drift.js';
import type { LaunchOptions, NodeClaim } from '../domain/node-claim/node-claim.js';
import type { NodeClaimObjectContext } from '../ports/cluster-gateway.js';

/** Returns the data of a NodeClaim's object that the NodeClaim's record does not contain. */
export function objectContext(
  claim: NodeClaim,
  about: {
    /** `null` when the NodePool was deleted, and for a standalone NodeClaim. */
    readonly pool: NodePoolDefinition | null;
    readonly nodeClasses: readonly NodeClassDefinition[];
    readonly now: Instant;
    readonly launchOptions: () => Promise<LaunchOptions | null>;
  },
): NodeClaimObjectContext {
  const { pool, nodeClasses, now, launchOptions } = about;
  return {
    launchOptions,
    nodeClassRef: pool?.spec.template.spec.nodeClassRef ?? {
      group: 'karpenter.k8s.aws',
      kind: 'EC2NodeClass',
      name: claim.nodeClass,
    },
    drifted:
      driftOf(claim, { nodePools: pool === null ? [] : [pool], nodeClasses }, now)?.reason ?? null,
  };
}
