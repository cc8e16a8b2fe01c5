import type { Instant } from '@kerf/core';
import type { NodeClassDefinition, NodePoolDefinition } from '../definitions/definition.js';
import type { NodeClaimObjectContext } from '../ports/cluster-gateway.js';
import { driftOf } from './drift.js';
import type { LaunchOptions, NodeClaim } from './node-claim.js';

/** What a claim's object in its cluster says beside the claim itself. */
export function objectContext(
  claim: NodeClaim,
  about: {
    /** The claim's; `null` for one that is gone, or a claim without a pool. */
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
