import type { ClusterId } from '@kerf/core';
import { livingClaimStates } from '../domain/node-claim/node-claim.js';
import { isStaticPool } from '../domain/static-pool/static-pool-need.js';
import type { Ports } from '../ports/ports.js';
import { staticPoolOf, staticPoolState } from '../recording/static-pool-state.js';
import { supersede } from '../recording/supersede.js';
import { requireCluster } from '../snapshot/require-cluster.js';
import { type FillPorts, fillStaticPool, shortage } from './fill-static-pool.js';
import { reduceStaticPool } from './reduce-static-pool.js';

/**
 * Brings the static NodePools of a cluster to their number of replicas. A NodePool that has them
 * costs only a few database reads. Runs on each change of a NodePool or of its NodeClaims, and
 * every minute to retry failed launches.
 * Source: karpenter static/provisioning and static/deprovisioning/controller.go @v1.14.1.
 */
export async function reconcileStaticPools(
  ports: FillPorts & Pick<Ports, 'localTime'>,
  clusterId: ClusterId,
): Promise<void> {
  const { store } = ports;
  const pools = (await store.definitions.nodePools(clusterId)).filter(isStaticPool);
  const decisions = await store.decisions.open(clusterId);
  const names = new Set(pools.map(({ name }) => name));
  for (const decision of decisions) {
    const name = staticPoolOf(decision.body);
    if (name === null || names.has(name) || decision.state === 'Executing') continue;
    await store.transaction((tx) =>
      supersede(ports, tx, decision, {
        detail: `NodePool ${name} was deleted or is no longer static`,
      }),
    );
  }
  await store.findings.clearOthers(
    clusterId,
    'STATIC_POOL_SHORT',
    pools.map(({ name }) => shortage(clusterId, name).object),
  );
  if (pools.length === 0) return;
  const cluster = await requireCluster(store, clusterId);
  const claims = await store.nodeClaims.inStates(clusterId, livingClaimStates);
  const refusals = await store.definitions.refusals(clusterId);
  for (const pool of pools) {
    const state = staticPoolState(pool, { claims, decisions, refusals });
    await fillStaticPool(ports, cluster, state);
    await reduceStaticPool(ports, cluster, state);
  }
}
