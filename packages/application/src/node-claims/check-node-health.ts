import { type ClusterId, type Instant, labelKeys } from '@kerf/core';
import { requireCluster } from '../clusters/api.js';
import type { Finding } from '../domain/finding/finding.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import {
  firstToRepair,
  mayRepair,
  type UnhealthyCondition,
} from '../domain/node-claim/repair-policies.js';
import { claimed, Sweep } from '../domain/operation/sweep.js';
import { elapsedText, hourlyCostText } from '../domain/text/finding-text.js';
import type { CachedNode, ClusterView } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import { nodeRepairBlocked } from '../recording/events.js';
import { replaceFindings } from '../recording/replace-findings.js';
import { nodeFinder } from '../snapshot/claim-node.js';
import { viewIfSynced } from '../snapshot/view-if-synced.js';
import { type NodeToRepair, type RepairPorts, repairNode } from './repair-node.js';

const code = 'NODE_UNHEALTHY';

interface UnhealthyNode extends NodeToRepair {
  readonly node: CachedNode;
  readonly condition: UnhealthyCondition;
}

/** Why an unhealthy node stays. */
type Stay = 'RepairOff' | 'ModeObserve' | 'ManyUnhealthy';

/**
 * Repairs each node that has been unhealthy for longer than its repair policy tolerates, if the
 * cluster's setting `nodeRepair` is on and at most 20 % of the nodes of its NodePool are unhealthy.
 * Records a finding for each one that stays, and clears those of the others. Call it every minute.
 * Does nothing while the state of the cluster is unknown.
 * Source: karpenter node/health/controller.go.
 */
export async function checkNodeHealth(
  ports: RepairPorts & Pick<Ports, 'cache' | 'events' | 'meter'>,
  clusterId: ClusterId,
): Promise<void> {
  const view = viewIfSynced(ports, clusterId);
  if (view === null) return;
  const { store, clock, events, meter } = ports;
  const { mode, settings } = await requireCluster(store, clusterId);
  const at = clock.now();
  const findings: Omit<Finding, 'clusterId' | 'code'>[] = [];
  const sweep = new Sweep();
  for (const one of await unhealthyNodes(ports, view, at)) {
    const { claim, node, condition } = one;
    const peers = peersOf(claim, view);
    const stay = stayOf({ mode, isOn: settings.nodeRepair }, peers);
    if (stay === null) {
      const hasStarted = await sweep.attempt(claimed(claim), () => repairNode(ports, view, one));
      const measurement = { kind: 'NodeRepaired', claim, condition: condition.type } as const;
      if (hasStarted === true) meter.record(clusterId, [measurement]);
      continue;
    }
    if (stay === 'ManyUnhealthy') events.record(clusterId, nodeRepairBlocked({ claim, node }));
    if (claim.state === 'Terminating') continue;
    findings.push({ at, object: `Node/${node.name}`, ...describe(one, stay, at) });
  }
  await replaceFindings(ports, { clusterId, code }, findings);
  sweep.conclude();
}

async function unhealthyNodes(
  { store }: Pick<Ports, 'store'>,
  { clusterId, nodes }: ClusterView,
  at: Instant,
): Promise<readonly UnhealthyNode[]> {
  const claims = await store.nodeClaims.inStates(clusterId, [
    'Registered',
    'Initialized',
    'Terminating',
  ]);
  const nodeOf = nodeFinder(nodes);
  return claims.flatMap((claim) => {
    const node = nodeOf(claim);
    const first = node === undefined ? null : firstToRepair(node.unhealthyConditions);
    return node === undefined || first === null || at < first.repairAt
      ? []
      : [{ claim, node, condition: first.condition }];
  });
}

/** Returns the nodes whose health decides on a repair: those of the NodePool, or all. */
function peersOf({ nodePool }: NodeClaim, { nodes }: ClusterView): readonly CachedNode[] {
  return nodePool === null
    ? nodes
    : nodes.filter(({ labels }) => labels[labelKeys.nodePool] === nodePool);
}

function stayOf(
  { mode, isOn }: { readonly mode: string; readonly isOn: boolean },
  peers: readonly CachedNode[],
): Stay | null {
  if (!isOn) return 'RepairOff';
  if (mode === 'observe') return 'ModeObserve';
  return mayRepair(peers) ? null : 'ManyUnhealthy';
}

const stayTexts: Readonly<Record<Stay, string>> = {
  RepairOff: 'Kerf does not replace it, because node repair is off.',
  ModeObserve: 'Kerf does not replace it in mode observe.',
  ManyUnhealthy:
    'Kerf does not replace it, because more than 20% of the nodes of its NodePool, or of the cluster for a node without a NodePool, are unhealthy.',
};

function describe(
  { claim, condition: { type, status, since } }: UnhealthyNode,
  stay: Stay,
  at: Instant,
): { readonly message: string; readonly remedy: string } {
  const cost = hourlyCostText(claim.instance?.priceMicroUsdPerHour ?? null);
  const fix = `Fix the node, or delete NodeClaim ${claim.name} (kubectl delete nodeclaim ${claim.name}), so that its pods move to another node.`;
  const setting = ' Node repair, a setting of the cluster, replaces such nodes.';
  return {
    message: `Condition ${type} of the node has been ${status} for ${elapsedText(at - since)}. ${stayTexts[stay]} ${cost}`,
    remedy: stay === 'RepairOff' ? `${fix}${setting}` : fix,
  };
}
