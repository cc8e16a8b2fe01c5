import type { ApprovalRule, ClusterSettings } from '@kerf/application';
import { invariant } from '@kerf/core';
import { ClusterSimulation } from './cluster-simulation.js';
import { saveRules } from './save-rules.js';
import type { SimulationOptions } from './simulation-options.js';
import type { RecordSource } from './simulation-records.js';

const giB = 1024 ** 3;
const minute = 60_000;

/** A rule by which each repair requires one approval. */
export const repairAsks: ApprovalRule = {
  name: 'repair asks',
  match: { kinds: ['Repair'] },
  action: {
    kind: 'Ask',
    approvals: 1,
    from: { roles: [], teams: [], people: [] },
    expiresAfterMs: null,
    remindAfterMs: null,
    escalation: null,
  },
};

export interface SickNode {
  readonly condition: {
    readonly type: string;
    readonly status: 'False' | 'Unknown';
    readonly reason?: string;
  };
  readonly settings?: Partial<ClusterSettings>;
  readonly rules?: readonly ApprovalRule[];
  readonly options?: Partial<SimulationOptions>;
}

/** Returns a cluster with node repair, and one node with one pod, which has been unhealthy for 31 minutes. */
export async function openSick(
  records: RecordSource,
  { condition, settings = {}, rules = [], options = {} }: SickNode,
) {
  const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto', ...options });
  const { store, clusterId, cluster, clock } = simulation;
  const known = await store.clusters.find(clusterId);
  invariant(known !== null, 'the cluster is registered');
  await store.clusters.save({
    ...known,
    settings: { ...known.settings, nodeRepair: true, ...settings },
  });
  await saveRules(simulation, rules);
  cluster.addPendingPods(1, { cpu: 500, memory: giB });
  await simulation.until(async () => {
    const [decision] = await simulation.decisions();
    return cluster.pending.size === 0 && decision?.state === 'Executed';
  });
  const [node] = cluster.nodes.values();
  const [claim] = await store.nodeClaims.inStates(clusterId, ['Initialized']);
  invariant(node !== undefined && claim !== undefined, 'the cluster has a node');
  cluster.changeNode(node.name, {
    unhealthyConditions: [{ reason: '', ...condition, since: clock.now() - 31 * minute }],
  });
  const recorded = async () => {
    const found = await store.nodeClaims.find(claim.id);
    invariant(found !== null, 'the NodeClaim is recorded');
    return found;
  };
  return { simulation, node, recorded };
}
