import { usdText } from '@kerf/core';
import type { LaunchReason } from '@kerf/engine';
import { scopeText, spansClusters } from '../domain/brake/brake-scope.js';
import { pauseText } from '../domain/brake/pause.js';
import { launchRefusalOf, refusalText } from '../domain/definition/definition-refusal.js';
import { parseLimits } from '../domain/definition/parse-limits.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import { stopsLaunches } from '../snapshot/pauses-in-force.js';
import type { LaunchFacts } from './launch-facts.js';

/**
 * Checks, right before the launch, what may have changed since the plan: the cluster's mode, and
 * the NodePool with its limits, against all NodeClaims requested before this one. A plan may exceed
 * a `nodes` limit (as in Karpenter), but no NodeClaim is launched once a limit is reached. Nodes
 * that are being replaced do not count, although they exist until the others are ready.
 * @returns the reason why the NodeClaim is not launched; `null` when the launch may proceed
 */
export function launchRefusal(facts: LaunchFacts, claim: NodeClaim): LaunchReason | null {
  const stop = launchStop(facts, claim) ?? unreadableDefinition(facts, claim);
  if (stop !== null) return stop;
  const { nodePool } = claim;
  if (nodePool === null) return null;
  const overspent = exceededSpendLimit(facts, claim);
  if (overspent !== null) return withheld(overspent);
  const pool = facts.nodePools.get(nodePool);
  if (pool === undefined) return withheld(`NodePool ${nodePool} was deleted`);

  const limits = parseLimits(pool.spec.limits);
  const others = [...(facts.capacities.get(nodePool) ?? [])].filter(
    ([id]) => id < claim.id && !facts.leaving.has(id),
  );
  const nodes = limits['nodes'];
  if (nodes !== undefined && others.length >= nodes) {
    return withheld(`NodePool ${nodePool} has ${others.length} of ${nodes} nodes`);
  }
  for (const [resource, limit] of Object.entries(limits)) {
    const used = others.reduce((sum, [, capacity]) => sum + (capacity?.[resource] ?? 0), 0);
    if (resource !== 'nodes' && used >= limit) {
      return withheld(`NodePool ${nodePool} has reached its limit of ${resource}`);
    }
  }
  return null;
}

/** Returns which definition of the NodeClaim cannot be read any more; `null` if it can. */
function unreadableDefinition(
  { refusals }: Pick<LaunchFacts, 'refusals'>,
  { nodePool, nodeClass }: NodeClaim,
): LaunchReason | null {
  const refusal =
    launchRefusalOf(refusals, { kind: 'EC2NodeClass', name: nodeClass }) ??
    (nodePool === null
      ? undefined
      : launchRefusalOf(refusals, { kind: 'NodePool', name: nodePool }));
  return refusal === undefined ? null : withheld(refusalText(refusal));
}

/**
 * Returns why nothing may be launched for the NodeClaim now, even if its launch was admitted before:
 * the cluster's mode, or a pause; `null` when there is neither.
 */
export function launchStop(
  { cluster, pauses }: Pick<LaunchFacts, 'cluster' | 'pauses'>,
  { nodePool }: Pick<NodeClaim, 'nodePool'>,
): LaunchReason | null {
  if (cluster.mode === 'observe') return withheld(`cluster ${cluster.name} is in mode observe`);
  const pause = pauses.stopping([nodePool], stopsLaunches);
  return pause === null ? null : withheld(`launches are ${pauseText(pause)}`);
}

/**
 * Returns which spend limit the NodeClaim would exceed at its expected price, after all NodeClaims
 * requested before it and what other clusters of the scope cost; `null` if none.
 */
function exceededSpendLimit(
  { spendLimits, spending, cluster }: LaunchFacts,
  claim: NodeClaim,
): string | null {
  const priceOf = ({ instance, plan }: NodeClaim): number =>
    instance?.priceMicroUsdPerHour ?? plan.expected?.priceMicroUsdPerHour ?? 0;
  for (const limit of spendLimits) {
    const { scope, hourlyMicroUsd, elsewhereMicroUsdPerHour } = limit;
    if (!limit.contains(claim.nodePool)) continue;
    // Under a shared limit, other clusters were admitted on what this one had admitted: later ones too.
    const isBefore = ({ id, state }: NodeClaim): boolean =>
      id < claim.id || (spansClusters(scope) && id !== claim.id && state !== 'Requested');
    const before = spending.filter((one) => isBefore(one) && limit.contains(one.nodePool));
    const total = [...before, claim].reduce(
      (sum, one) => sum + priceOf(one),
      elsewhereMicroUsdPerHour,
    );
    if (total > hourlyMicroUsd) {
      return `${scopeText(scope, { cluster: cluster.name })} would exceed its spend limit of ${usdText(hourlyMicroUsd)} per hour`;
    }
  }
  return null;
}

function withheld(detail: string): LaunchReason {
  return { code: 'LAUNCH_WITHHELD', detail };
}
