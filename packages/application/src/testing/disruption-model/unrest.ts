import { taintKeys } from '@kerf/core';
import { openDecisionStates } from '../../domain/decision/decision.js';
import type { ClusterSetup } from '../set-up-cluster.js';
import type { ModelPools } from './model-pools.js';

/** Returns what is still in progress, or was left behind; `null` if there is nothing. */
export function unrestOf(
  { cluster, cloud, store }: ClusterSetup,
  pools: ModelPools,
): string | null {
  const claims = store.tables.nodeClaims.all();
  const living = claims.filter(({ state }) => state === 'Initialized');
  const known = new Set(living.map(({ instance }) => instance?.providerId));
  const moving = claims.find(
    ({ state }) => !['Initialized', 'Terminated', 'LaunchFailed'].includes(state),
  );
  const open = store.tables.decisions
    .all()
    .find(({ state }) => openDecisionStates.some((one) => one === state));
  const nodes = [...cluster.nodes.values()];
  const tainted = nodes.find(({ taints }) => taints.some(({ key }) => key === taintKeys.disrupted));
  const orphan = living.find(({ nodePool }) => nodePool !== null && !pools.has(nodePool));
  const stray = nodes.find(({ providerId }) => !known.has(providerId ?? ''));
  const leaked = [...cloud.instances.values()].find(({ providerId }) => !known.has(providerId));
  const [pending] = cluster.pending.keys();
  if (moving !== undefined) return `NodeClaim ${moving.id} is still ${moving.state}`;
  if (open !== undefined) return `decision ${open.id} is still ${open.state} ${open.executionStep}`;
  if (tainted !== undefined) return `node ${tainted.name} is still tainted`;
  if (orphan !== undefined) return `NodeClaim ${orphan.id} has no NodePool`;
  if (stray !== undefined) return `node ${stray.name} has no NodeClaim`;
  if (leaked !== undefined) return `instance ${leaked.instanceId} has no NodeClaim`;
  return pending === undefined ? null : `pod ${pending} is still pending`;
}
