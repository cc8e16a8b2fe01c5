import type { ClusterId } from '@kerf/core';
import { requireCluster } from '../clusters/api.js';
import { livingClaimStates } from '../domain/node-claim/node-claim.js';
import { named, Sweep } from '../domain/operation/sweep.js';
import { isStaticPool } from '../domain/static-pool/static-pool-need.js';
import type { Ports } from '../ports/ports.js';
import { supersede } from '../recording/supersede.js';
import { type FillPorts, fillStaticPool, shortage } from './fill-static-pool.js';
import { reduceStaticPool } from './reduce-static-pool.js';
import { staticPoolOf, staticPoolState } from './static-pool-state.js';

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
  const outdated = decisions.filter(({ body, state }) => {
    const name = staticPoolOf(body);
    return name !== null && !names.has(name) && state !== 'Executing';
  });
  const sweep = new Sweep();
  await sweep.each(
    outdated,
    ({ id }) => named('Decision', id),
    (decision) =>
      store.transaction((tx) =>
        supersede(ports, tx, decision, {
          detail: `NodePool ${staticPoolOf(decision.body)} was deleted or is no longer static`,
        }),
      ),
  );
  await store.findings.clearOthers(
    clusterId,
    'STATIC_POOL_SHORT',
    pools.map(({ name }) => shortage(clusterId, name).object),
  );
  if (pools.length > 0) {
    const cluster = await requireCluster(store, clusterId);
    const claims = await store.nodeClaims.inStates(clusterId, livingClaimStates);
    const refusals = await store.definitions.refusals(clusterId);
    await sweep.each(
      pools,
      ({ name }) => named('NodePool', name),
      async (pool) => {
        const state = staticPoolState(pool, { claims, decisions, refusals });
        await fillStaticPool(ports, cluster, state);
        await reduceStaticPool(ports, cluster, state);
      },
    );
  }
  sweep.conclude();
}
