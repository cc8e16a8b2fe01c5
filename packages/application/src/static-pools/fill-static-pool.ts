import type { ClusterId } from '@kerf/core';
import { approvalFor, type PlannedNodeClaim } from '@kerf/engine';
import type { Cluster } from '../domain/cluster/cluster.js';
import type { Decision } from '../domain/decision/decision.js';
import type { Finding } from '../domain/finding/finding.js';
import { reasonText } from '../domain/text/reason-text.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { recordProvision } from '../provisioning/api.js';
import { supersede } from '../recording/supersede.js';
import { loadSnapshot, type SnapshotPorts } from '../snapshot/load-snapshot.js';
import { lockStaticPool, type StaticPoolState } from './static-pool-state.js';

/** The ports that launching the nodes of a static NodePool needs. */
export type FillPorts = SnapshotPorts & Pick<Ports, 'ids' | 'engine'>;

/**
 * Launches missing nodes of a static NodePool in one decision. The transaction that records the
 * NodeClaims reads the NodePool, its limit and its NodeClaims again, so concurrent runs never
 * create more NodeClaims than the NodePool requires.
 */
export async function fillStaticPool(
  ports: FillPorts,
  cluster: Cluster,
  { pool, need, undecided }: StaticPoolState,
): Promise<void> {
  const { store } = ports;
  const isShort = shortage(cluster.id, pool.name);
  if (need.lacking === 0) {
    await store.transaction(async (tx) => {
      await supersedeShown(ports, tx, undecided, 'the NodePool has all of its replicas');
      await tx.findings.clear(isShort.clusterId, isShort.code, isShort.object);
    });
    return;
  }
  if (need.toLaunch === 0) return;
  const loaded = await loadSnapshot(ports, cluster.id);
  const plan = await ports.engine.planStaticNodes(loaded.snapshot, pool.name, need.toLaunch);
  if (plan.kind === 'Refused') {
    const message = `${need.lacking} of ${pool.spec.replicas} replicas cannot be launched: ${reasonText(plan.reason)}`;
    const at = ports.clock.now();
    await store.transaction(async (tx) => {
      await supersedeShown(ports, tx, undecided, 'no offering is available now');
      await tx.findings.record({ ...isShort, message, at });
    });
    return;
  }
  await store.transaction(async (tx) => {
    const now = await lockStaticPool(tx, cluster.id, pool.name);
    const planned = loaded.nodePools.find(({ name }) => name === pool.name);
    // The change of the NodePool has already requested another run.
    if (now === null || now.pool.version !== planned?.version) return;
    const claims = plan.result.newNodeClaims.slice(0, now.need.toLaunch);
    const observeOnly = approvalFor(loaded.cluster.mode, 'Provision').kind === 'ObserveOnly';
    const isShown =
      observeOnly && now.undecided.some((shown) => showsTheSame(shown, now, claims.length));
    if (claims.length === 0 || isShown) return;
    await supersedeShown(ports, tx, now.undecided, 'replaced by a newer plan');
    await tx.findings.clear(isShort.clusterId, isShort.code, isShort.object);
    await recordProvision(ports, tx, {
      origin: { batchId: null, staticPool: now.counts },
      loaded,
      result: {
        ...plan.result,
        newNodeClaims: claims,
        totalPriceMicroUsdPerHour: totalOf(claims),
      },
    });
  });
}

/**
 * Returns true when the shown plan is still valid; in mode `observe` it stays while the NodePool
 * does not change.
 */
function showsTheSame(
  { body, nodeCount }: Decision,
  { counts }: StaticPoolState,
  planned: number,
): boolean {
  if (body.type !== 'Provision') return false;
  const { staticPool } = body;
  return (
    nodeCount === planned &&
    staticPool?.replicas === counts.replicas &&
    staticPool.held === counts.held
  );
}

async function supersedeShown(
  ports: Pick<Ports, 'clock'>,
  tx: Repositories,
  undecided: readonly Decision[],
  detail: string,
): Promise<void> {
  for (const decision of undecided) {
    if (decision.kind === 'Provision') await supersede(ports, tx, decision, { detail });
  }
}

const totalOf = (claims: readonly PlannedNodeClaim[]): number =>
  claims.reduce((sum, { expected }) => sum + expected.priceMicroUsdPerHour, 0);

/** Identifies the finding about a static NodePool with missing nodes. */
export const shortage = (
  clusterId: ClusterId,
  nodePool: string,
): Pick<Finding, 'clusterId' | 'code' | 'object'> => ({
  clusterId,
  code: 'STATIC_POOL_SHORT',
  object: `NodePool/${nodePool}`,
});
