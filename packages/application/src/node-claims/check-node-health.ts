import { annotationKeys, type ClusterId, type Instant, labelKeys } from '@kerf/core';
import type { Reason } from '@kerf/engine';
import { requireCluster } from '../clusters/api.js';
import { type Cluster, repairsVoluntarily } from '../domain/cluster/cluster.js';
import type { BlockersOfPass } from '../domain/decision/node-blockers.js';
import type { Finding } from '../domain/finding/finding.js';
import { isRebooting, type NodeClaim } from '../domain/node-claim/node-claim.js';
import {
  type ConditionRepair,
  dueRepair,
  isRepairVetoed,
  legacyRepairPolicies,
  mayRepair,
  repairPolicies,
} from '../domain/node-claim/repair-policies.js';
import { claimed, Sweep } from '../domain/operation/sweep.js';
import { elapsedText, hourlyCostText } from '../domain/text/finding-text.js';
import { reasonText } from '../domain/text/reason-text.js';
import type { CachedNode, ClusterView } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import { nodeRepairBlocked } from '../recording/events.js';
import { replaceFindings } from '../recording/replace-findings.js';
import { nodeFinder } from '../snapshot/claim-node.js';
import { viewIfSynced } from '../snapshot/view-if-synced.js';
import { type NodeToRepair, type RepairPorts, repairNode } from './repair-node.js';

const code = 'NODE_UNHEALTHY';

interface UnhealthyNode extends NodeToRepair, Omit<ConditionRepair, 'drainMs'> {
  readonly node: CachedNode;
}

/** Why an unhealthy node stays: a reason of its own, or the blockers of its disruption. */
type Stay =
  | 'RepairOff'
  | 'ModeObserve'
  | 'Vetoed'
  | 'WithoutNodePool'
  | 'ManyUnhealthy'
  | readonly Reason[];

/**
 * Looks at each node that has been unhealthy for longer than its repair policy tolerates. If the
 * cluster's setting `nodeRepair` is on, the disruption of the cluster replaces it. Only a node that was
 * never initialized is terminated here, because it is no candidate for a disruption, if at most 20 %
 * of the nodes of its NodePool are unhealthy. With the setting `legacyNodeRepair`, every node is
 * terminated in this way, and without a drain.
 * Records a finding for each one that stays, and clears those of the others. Call it every minute.
 * Does nothing while the state of the cluster is unknown.
 * Source: karpenter node/legacyrepair/controller.go, disruption/repair.go @v1.15.0.
 */
export async function checkNodeHealth(
  ports: RepairPorts & Pick<Ports, 'cache' | 'events' | 'meter' | 'memory'>,
  clusterId: ClusterId,
): Promise<void> {
  const view = viewIfSynced(ports, clusterId);
  if (view === null) return;
  const { store, clock, events, meter } = ports;
  const cluster = await requireCluster(store, clusterId);
  const at = clock.now();
  const findings: Omit<Finding, 'clusterId' | 'code'>[] = [];
  const sweep = new Sweep();
  for (const one of await unhealthyNodes(ports, cluster, view, at)) {
    const { claim, node, condition } = one;
    const stay = stayOf(ports, cluster, view, one);
    if (stay === null) {
      const hasStarted = await sweep.attempt(claimed(claim), () => repairNode(ports, view, one));
      const measurement = { kind: 'NodeRepaired', claim, condition } as const;
      if (hasStarted === true) meter.record(clusterId, [measurement]);
      continue;
    }
    if (isHalted(stay)) events.record(clusterId, nodeRepairBlocked({ claim, node }));
    if (claim.state === 'Terminating' || stay.length === 0) continue;
    findings.push({ at, object: `Node/${node.name}`, ...describe(one, stay, at) });
  }
  await replaceFindings(ports, { clusterId, code }, findings);
  sweep.conclude();
}

async function unhealthyNodes(
  { store }: Pick<Ports, 'store'>,
  { settings }: Cluster,
  { clusterId, nodes }: ClusterView,
  at: Instant,
): Promise<readonly UnhealthyNode[]> {
  const claims = await store.nodeClaims.inStates(clusterId, [
    'Registered',
    'Initialized',
    'Terminating',
  ]);
  const nodeOf = nodeFinder(nodes);
  const { legacyNodeRepair, rebootForRepair: mayReboot } = settings;
  const policies = legacyNodeRepair ? legacyRepairPolicies : repairPolicies;
  return claims.flatMap((claim) => {
    const node = nodeOf(claim);
    if (node === undefined) return [];
    const rules = { policies, reboot: claim.reboot, mayReboot };
    const repair = dueRepair(node.unhealthyConditions, at, rules);
    return repair === null ? [] : [{ claim, node, ...repair }];
  });
}

/** Returns the nodes whose health decides on a repair: those of the NodePool, or all. */
function peersOf({ nodePool }: NodeClaim, { nodes }: ClusterView): readonly CachedNode[] {
  return nodePool === null
    ? nodes
    : nodes.filter(({ labels }) => labels[labelKeys.nodePool] === nodePool);
}

/** Returns why the node is not repaired here; `null` if it is. Empty: its repair has begun, or it reboots. */
function stayOf(
  { memory }: Pick<Ports, 'memory'>,
  { id, mode, settings }: Cluster,
  view: ClusterView,
  { claim, node }: UnhealthyNode,
): Stay | null {
  if (isRebooting(claim)) return [];
  if (!settings.nodeRepair) return 'RepairOff';
  if (mode === 'observe') return 'ModeObserve';
  if (repairsVoluntarily(settings)) {
    if (claim.state === 'Terminating') return [];
    if (isRepairVetoed(node)) return 'Vetoed';
    if (claim.nodePool === null) return 'WithoutNodePool';
    if (claim.initializedAt !== null) return blockersOf(memory.plans.blockers(id), node);
  }
  return mayRepair(peersOf(claim, view)) ? null : 'ManyUnhealthy';
}

const isHalted = (stay: Stay): boolean =>
  typeof stay === 'string'
    ? stay === 'ManyUnhealthy'
    : stay.some(({ code: of }) => of === 'MANY_UNHEALTHY');

/** Returns what kept the last pass from a proposal for the node; empty if it made one, or none is known. */
function blockersOf(
  { blockers }: Pick<BlockersOfPass, 'blockers'>,
  { name }: CachedNode,
): readonly Reason[] {
  const reasons = blockers.get(name)?.reasons ?? [];
  return reasons.some(({ code: of }) => of === 'IN_DECISION' || of === 'NOT_EVALUATED_YET')
    ? []
    : reasons;
}

const stayTexts: Readonly<Record<Extract<Stay, string>, string>> = {
  RepairOff: 'Kerf does not replace it, because node repair is off.',
  ModeObserve: 'Kerf does not replace it in mode observe.',
  Vetoed: `Kerf does not replace it, because of its annotation ${annotationKeys.doNotRepair}.`,
  WithoutNodePool:
    'Kerf does not replace it, because it has no NodePool, from which a replacement could be launched.',
  ManyUnhealthy:
    'Kerf does not replace it, because more than 20% of the nodes of its NodePool, or of the cluster for a node without a NodePool, are unhealthy.',
};

const stayText = (stay: Stay): string =>
  typeof stay === 'string'
    ? stayTexts[stay]
    : `Kerf does not replace it now: ${stay.map(reasonText).join('; ')}.`;

function describe(
  { claim, condition, status, since }: UnhealthyNode,
  stay: Stay,
  at: Instant,
): { readonly message: string; readonly remedy: string } {
  const cost = hourlyCostText(claim.instance?.priceMicroUsdPerHour ?? null);
  const fix = `Fix the node, or delete NodeClaim ${claim.name} (kubectl delete nodeclaim ${claim.name}), so that its pods move to another node.`;
  const setting = ' Node repair, a setting of the cluster, replaces such nodes.';
  return {
    message: `Condition ${condition} of the node has been ${status} for ${elapsedText(at - since)}. ${stayText(stay)} ${cost}`,
    remedy: stay === 'RepairOff' ? `${fix}${setting}` : fix,
  };
}
