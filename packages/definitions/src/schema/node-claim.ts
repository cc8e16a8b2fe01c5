import { z } from 'zod';
import { nodeClassRef, nodeFields } from './node-pool.js';
import { quantity } from './primitives.js';
import { claimRequirement, requirement } from './requirement.js';
import { withRules } from './schema-with-rules.js';

const requests = z.record(z.string(), quantity);
const resourcesAre = 'Resources that the node must have.';

/**
 * `spec` of a NodeClaim as the API server accepts it. Source: karpenter pkg/apis/v1/nodeclaim.go.
 */
export const nodeClaimSpec = withRules(
  z.strictObject({
    nodeClassRef,
    requirements: z.array(claimRequirement).max(100),
    ...nodeFields,
    taints: nodeFields.taints.exactOptional(),
    startupTaints: nodeFields.startupTaints.exactOptional(),
    resources: z
      .strictObject({ requests: requests.exactOptional() })
      .describe(resourcesAre)
      .exactOptional(),
  }),
).celOnly({ rule: 'self == oldSelf', message: 'a NodeClaim cannot be changed' }).schema;

/**
 * `spec` of a NodeClaim that a user creates without a NodePool. It must not require labels that
 * Karpenter sets.
 */
export const standaloneClaimSpec = z.strictObject({
  nodeClassRef,
  requirements: z.array(requirement).max(100),
  ...nodeFields,
  taints: nodeFields.taints.default([]),
  startupTaints: nodeFields.startupTaints.default([]),
  resources: z
    .strictObject({ requests: requests.default({}) })
    .describe(resourcesAre)
    .prefault({}),
});
